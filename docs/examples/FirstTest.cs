using System.Diagnostics;
using System.Net;
using System.Net.Http.Json;
using System.Text.Json;
using System.Text.Json.Serialization;

// The first PUT is answered with 429 and a wait of one second.
const string Faults = """
    [{ "method": "PUT", "times": 1, "fault": { "kind": "status", "status": 429, "retryAfter": 1 } }]
    """;

var folder = Directory.CreateTempSubdirectory("first-test-");
var faults = Path.Combine(folder.FullName, "faults.json");
await File.WriteAllTextAsync(faults, Faults);
var program = Environment.GetEnvironmentVariable("FP_SANDBOX")
    ?? "node_modules/fp-sandbox/dist/sandbox.js";
string[] arguments = [program, "--json", "--clients", "50", "--faults", faults];
using var sandbox = Process.Start(
    new ProcessStartInfo("node", arguments) { RedirectStandardOutput = true })!;
try
{
    var line = await sandbox.StandardOutput.ReadLineAsync()
        ?? throw new InvalidOperationException("The sandbox did not start.");
    var facts = JsonSerializer.Deserialize<Facts>(line, JsonSerializerOptions.Web)!;
    using var service = new Service(facts);
    var ids = new HashSet<string>();
    var count = 0;
    await foreach (var client in service.WalkAsync<Client>("/crm/v1/clients"))
    {
        ids.Add(client.ClientId);
        count++;
    }
    Check(ids.Count == count && count >= 50, $"{ids.Count} of {count} clients differ.");

    var path = $"/finances/v1/clients/{ids.First()}/pensions/PEN-1";
    var pension = await service.CallAsync<Pension>(path, HttpMethod.Put, new Pension("Aviva"));
    Check(pension.Provider == "Aviva", $"The provider is {pension.Provider}.");
    Console.WriteLine($"green: {count} clients, a pension written after a 429");
}
finally
{
    sandbox.Kill();
    await sandbox.WaitForExitAsync();
    folder.Delete(recursive: true);
}

static void Check(bool holds, string found)
{
    if (!holds)
    {
        throw new InvalidOperationException(found);
    }
}

sealed class Service(Facts facts) : IDisposable
{
    const int Attempts = 4;
    readonly HttpClient http = new() { Timeout = TimeSpan.FromSeconds(10) };
    readonly Stopwatch clock = Stopwatch.StartNew();
    string token = "";
    TimeSpan renewAt = TimeSpan.Zero;

    public async Task<Body> CallAsync<Body>(string path, HttpMethod method, object? body = null)
    {
        var accessToken = await AccessTokenAsync();
        return await SendAsync<Body>(() =>
        {
            var request = new HttpRequestMessage(method, facts.BaseUrl + path);
            request.Headers.Authorization = new("Bearer", accessToken);
            request.Headers.Add("Ocp-Apim-Subscription-Key", facts.SubscriptionKeys.Development);
            request.Headers.Add("Accept", "application/json");
            request.Headers.Add("x-dt-traceid", Guid.NewGuid().ToString());
            request.Content = body is null ? null : JsonContent.Create(body);
            return request;
        });
    }

    // An empty page is the end: the service may give fewer items than were asked for.
    public async IAsyncEnumerable<Item> WalkAsync<Item>(string path, int size = 20)
    {
        for (var number = 1; ; number++)
        {
            var query = $"?pageSize={size}&pageNumber={number}";
            var page = await CallAsync<Page<Item>>(path + query, HttpMethod.Get);
            if (page.Items.Length == 0)
            {
                yield break;
            }
            foreach (var item in page.Items)
            {
                yield return item;
            }
        }
    }

    public void Dispose() => http.Dispose();

    async Task<string> AccessTokenAsync()
    {
        if (clock.Elapsed >= renewAt)
        {
            var account = facts.Clients.ServiceAccount;
            var form = new Dictionary<string, string>
            {
                ["grant_type"] = "client_credentials",
                ["client_id"] = account.ClientId,
                ["client_secret"] = account.ClientSecret,
                ["scope"] = string.Join(' ', account.Scopes),
            };
            var url = facts.AuthUrl + "/identity/connect/token";
            var answer = await SendAsync<Token>(() => new HttpRequestMessage(HttpMethod.Post, url)
            {
                Content = new FormUrlEncodedContent(form),
            });
            token = answer.AccessToken;
            // Renewed a little early. Without a lifetime it is not used again.
            renewAt = clock.Elapsed + TimeSpan.FromSeconds(answer.ExpiresIn - 30);
        }
        return token;
    }

    // GET and PUT may be sent again; so may a request for a token.
    async Task<Body> SendAsync<Body>(Func<HttpRequestMessage> create)
    {
        for (var attempt = 1; ; attempt++)
        {
            using var request = create();
            using var answer = await http.SendAsync(request);
            if (answer.IsSuccessStatusCode)
            {
                return (await answer.Content.ReadFromJsonAsync<Body>())!;
            }
            var isTemporary = answer.StatusCode is HttpStatusCode.TooManyRequests
                or HttpStatusCode.InternalServerError or HttpStatusCode.ServiceUnavailable;
            if (!isTemporary || attempt == Attempts)
            {
                answer.Headers.TryGetValues("x-dt-requestid", out var ids);
                throw new HttpRequestException(
                    $"{(int)answer.StatusCode}, x-dt-requestid {ids?.FirstOrDefault()}");
            }
            // Retry-After may also be a date; then wait a little longer each time.
            var wait = answer.Headers.RetryAfter?.Delta;
            await Task.Delay(wait ?? TimeSpan.FromSeconds(Math.Pow(2, attempt)));
        }
    }
}

record Facts(string BaseUrl, string AuthUrl, Keys SubscriptionKeys, Clients Clients);
record Keys(string Development);
record Clients(Account ServiceAccount);
record Account(string ClientId, string ClientSecret, string[] Scopes);
record Token(
    [property: JsonPropertyName("access_token")] string AccessToken,
    [property: JsonPropertyName("expires_in")] int ExpiresIn = 0);
record Page<Item>(Item[] Items);
record Client(string ClientId);
record Pension(string Provider);
