import { css, html, nothing, type TemplateResult } from "lit";
import { statesOf } from "../../../../../platform/webview/properties";
import { baseStyles } from "../../../../../platform/webview/styles";
import { type Anchor, Popup, popupStyles } from "./popup";

export interface MenuItem {
  readonly id: string;
  readonly label: string;
  readonly isDisabled?: boolean;
  /** There for items that are on or off. */
  readonly isChecked?: boolean;
  /** A line above it. */
  readonly isFirst?: boolean;
}

interface MenuOptions {
  readonly anchor: Anchor;
  readonly label: string;
  readonly items: readonly MenuItem[];
  readonly choose: (id: string) => void;
}

/** A menu as WAI-ARIA has it: arrows walk, Enter chooses, letters lead to what begins so. */
export class Menu extends Popup {
  static override readonly properties = statesOf("options", "active");

  static override readonly styles = [
    baseStyles,
    popupStyles,
    css`
      [role="menu"] {
        min-width: 180px;
        outline: none;
      }

      .item {
        display: flex;
        gap: 6px;
        align-items: center;
        min-height: 24px;
        border-radius: 3px;
        padding: 0 10px 0 4px;
        white-space: nowrap;
        cursor: pointer;
      }

      .check {
        width: 16px;
        font: 16px / 1 codicon;
      }

      [aria-checked="true"] .check::before {
        content: "\\eab2";
      }

      .item:focus {
        background: var(--vscode-menu-selectionBackground, var(--vscode-list-hoverBackground));
        color: var(--vscode-menu-selectionForeground, inherit);
        outline: 1px solid
          var(--vscode-menu-selectionBorder, var(--vscode-contrastActiveBorder, var(--line)));
        outline-offset: -1px;
      }

      .item[aria-disabled="true"] {
        color: var(--vscode-disabledForeground, var(--vscode-descriptionForeground));
        cursor: default;
      }

      hr {
        margin: 4px 0;
        border: 0;
        border-top: 1px solid var(--vscode-menu-separatorBackground, var(--line));
      }

      @media (forced-colors: active) {
        .item:focus {
          outline-width: 2px;
        }
      }
    `,
  ];

  declare options: MenuOptions | undefined;
  declare active: number;

  constructor() {
    super();
    this.active = 0;
  }

  async open(options: MenuOptions): Promise<void> {
    this.options = options;
    this.active = 0;
    await this.openAt(options.anchor);
  }

  override render(): TemplateResult | typeof nothing {
    const { options } = this;
    if (options === undefined) {
      return nothing;
    }
    return html`<div role="menu" aria-label=${options.label} @keydown=${this.onKey}>
      ${options.items.map((item, index) => this.renderItem(item, index))}
    </div>`;
  }

  protected override focusFirst(): void {
    this.focusItem(0);
  }

  private renderItem(item: MenuItem, index: number): TemplateResult {
    const { label, isDisabled = false, isChecked, isFirst = false } = item;
    return html`${isFirst ? html`<hr role="separator" />` : nothing}
      <div
        class="item"
        role=${isChecked === undefined ? "menuitem" : "menuitemcheckbox"}
        aria-checked=${isChecked === undefined ? nothing : String(isChecked)}
        aria-disabled=${isDisabled ? "true" : nothing}
        tabindex=${index === this.active ? 0 : -1}
        @click=${() => this.choose(item)}
        @pointermove=${() => this.focusItem(index)}
      >
        <span class="check" aria-hidden="true"></span>${label}
      </div>`;
  }

  private choose({ id, isDisabled }: MenuItem): void {
    if (isDisabled !== true) {
      const choose = this.options?.choose;
      // First, so that what is chosen finds the focus where it was before the menu.
      this.close();
      choose?.(id);
    }
  }

  private focusItem(index: number): void {
    const items = this.renderRoot.querySelectorAll<HTMLElement>(".item");
    this.active = (index + items.length) % items.length;
    items[this.active]?.focus({ preventScroll: false });
  }

  private readonly onKey = (event: KeyboardEvent): void => {
    const items = this.options?.items ?? [];
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: this.active + 1,
      ArrowUp: this.active - 1,
      Home: 0,
      End: items.length - 1,
    };
    const target = targets[event.key] ?? this.beginningWith(event.key);
    const item = items[this.active];
    if (target !== undefined) {
      event.preventDefault();
      this.focusItem(target);
    } else if ((event.key === "Enter" || event.key === " ") && item !== undefined) {
      event.preventDefault();
      this.choose(item);
    } else if (event.key === "Tab") {
      event.preventDefault();
      this.close();
    }
  };

  private beginningWith(letter: string): number | undefined {
    const items = this.options?.items ?? [];
    const from = this.active + 1;
    const turned = [...items.slice(from), ...items.slice(0, from)];
    const found = turned.findIndex(
      ({ label }) =>
        letter.trim().length === 1 && label.toLowerCase().startsWith(letter.toLowerCase()),
    );
    return found === -1 ? undefined : (from + found) % items.length;
  }
}
