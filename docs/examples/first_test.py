import json, os, shlex, signal, subprocess, tempfile, time, uuid
from urllib.error import HTTPError
from urllib.parse import urlencode
from urllib.request import Request, urlopen

TIMEOUT = 10  # seconds for each request
ATTEMPTS = 4
TEMPORARY = (429, 500, 503)


def open_url(url, data=None, headers=None, method=None):
    """GET and PUT may be sent again; so may a request for a token."""
    for attempt in range(1, ATTEMPTS + 1):
        try:
            request = Request(url, data, headers or {}, method=method)
            with urlopen(request, timeout=TIMEOUT) as answer:
                return json.load(answer)
        except HTTPError as error:
            if error.code not in TEMPORARY or attempt == ATTEMPTS:
                request_id = error.headers.get("x-dt-requestid")
                raise RuntimeError(f"{error.code}, x-dt-requestid {request_id}") from error
            wait = error.headers.get("Retry-After", "")
            # Retry-After may also be a date; then wait a little longer each time.
            time.sleep(int(wait) if wait.isdigit() else 2**attempt)


class Service:
    def __init__(self, facts):
        self.facts, self.token, self.renew_at = facts, None, 0.0

    def access_token(self):
        if time.monotonic() >= self.renew_at:
            account = self.facts["clients"]["serviceAccount"]
            form = {
                "grant_type": "client_credentials",
                "client_id": account["clientId"],
                "client_secret": account["clientSecret"],
                "scope": " ".join(account["scopes"]),
            }
            url = self.facts["authUrl"] + "/identity/connect/token"
            answer = open_url(url, urlencode(form).encode())
            self.token = answer["access_token"]
            # Renewed a little early. Without a lifetime it is not used again.
            self.renew_at = time.monotonic() + answer.get("expires_in", 0) - 30
        return self.token

    def call(self, path, method="GET", body=None):
        headers = {
            "Authorization": f"Bearer {self.access_token()}",
            "Ocp-Apim-Subscription-Key": self.facts["subscriptionKeys"]["development"],
            "Accept": "application/json",
            "x-dt-traceid": str(uuid.uuid4()),
        }
        if body is not None:
            headers["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()
        return open_url(self.facts["baseUrl"] + path, data, headers, method)

    def walk(self, path, size=20):
        """An empty page is the end: the service may give fewer items than were asked for."""
        number = 1
        while items := self.call(f"{path}?pageSize={size}&pageNumber={number}")["items"]:
            yield from items
            number += 1


# The first PUT is answered with 429 and a wait of one second.
FAULTS = [
    {"method": "PUT", "times": 1, "fault": {"kind": "status", "status": 429, "retryAfter": 1}}
]

with tempfile.TemporaryDirectory() as folder:
    faults = os.path.join(folder, "faults.json")
    with open(faults, "w") as file:
        json.dump(FAULTS, file)
    command = shlex.split(os.environ.get("FP_SANDBOX", "npx fp-sandbox"))
    sandbox = subprocess.Popen(
        [*command, "--json", "--clients", "50", "--faults", faults],
        stdout=subprocess.PIPE,
        start_new_session=True,  # so that what npx starts ends with it
    )
    try:
        service = Service(json.loads(sandbox.stdout.readline()))
        clients = list(service.walk("/crm/v1/clients"))
        ids = {client["clientId"] for client in clients}
        assert len(ids) == len(clients) >= 50, len(clients)

        path = f"/finances/v1/clients/{clients[0]['clientId']}/pensions/PEN-1"
        pension = service.call(path, "PUT", {"provider": "Aviva"})
        assert pension["provider"] == "Aviva", pension
        print(f"green: {len(clients)} clients, a pension written after a 429")
    finally:
        os.killpg(sandbox.pid, signal.SIGTERM)
        sandbox.wait(TIMEOUT)
