import { base64, literal, literalLines, VARIABLES } from "./quoting";
import { type CopyHeader, type CopyRequest, textOf } from "./request";

/** C# with HttpClient, as statements at the top of a program. Redirects are not followed. */
export function csharpText({ method, url, headers, body }: CopyRequest): string {
  const ofContent = headers.filter(({ name }) => isOfContent(name));
  const others = headers.filter(({ name }) => !isOfContent(name));
  const lines = [
    "using System.Text;",
    "",
    "using var client = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });",
    `using var request = new HttpRequestMessage(new HttpMethod(${literal(method)}), ${literal(url)});`,
    ...others.map((header) => addHeader("request", header)),
    ...(body === undefined
      ? []
      : [
          `request.Content = new ByteArrayContent(${bytesOf(body)});`,
          ...ofContent.map((header) => addHeader("request.Content", header)),
        ]),
    "",
    "using var response = await client.SendAsync(request);",
    "Console.WriteLine((int)response.StatusCode);",
    "Console.WriteLine(await response.Content.ReadAsStringAsync());",
  ];
  return `${lines.join("\n")}\n`;
}

/** They belong to the content there, and are refused elsewhere. */
function isOfContent(name: string): boolean {
  return /^(?:content-.*|allow|expires|last-modified)$/i.test(name);
}

function addHeader(target: string, { name, text, secret }: CopyHeader): string {
  const value =
    secret === undefined
      ? literal(text)
      : `${text === "" ? "" : `${literal(text)} + `}Environment.GetEnvironmentVariable(${literal(VARIABLES[secret])})`;
  return `${target}.Headers.TryAddWithoutValidation(${literal(name)}, ${value});`;
}

function bytesOf(body: Uint8Array): string {
  const text = textOf(body);
  return text === undefined
    ? `Convert.FromBase64String(${literal(base64(body))})`
    : `Encoding.UTF8.GetBytes(\n    ${literalLines(text).join(" +\n    ")})`;
}
