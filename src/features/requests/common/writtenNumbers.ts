/** More than that wait for no one below them: that one was let go before it could be written. */
const MOST_BEYOND = 2_000;

/** Numbers that mostly come in order, from 1 on: however many, next to nothing is kept of them. */
export class WrittenNumbers {
  /** All up to here. */
  private upTo = 0;
  private readonly beyond = new Set<number>();

  add(number: number): void {
    if (number <= this.upTo) {
      return;
    }
    this.beyond.add(number);
    if (this.beyond.size > MOST_BEYOND) {
      this.upTo = Math.min(...this.beyond) - 1;
    }
    while (this.beyond.delete(this.upTo + 1)) {
      this.upTo++;
    }
  }

  has(number: number): boolean {
    return number <= this.upTo || this.beyond.has(number);
  }
}
