// What the bundle holds of undici: its index would bring fetch, WebSocket, mocks and caches, which
// nobody here uses and which are half of its size.
"use strict";
const Client = require("undici/lib/dispatcher/client.js");
const Dispatcher = require("undici/lib/dispatcher/dispatcher.js");

// The index gives every dispatcher its methods; of those only `connect` is called.
Dispatcher.prototype.connect = require("undici/lib/api/api-connect.js");

module.exports = { Client };
