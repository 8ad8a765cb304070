// Stands for undici's lib/core/diagnostics.js: any extension in the same host may subscribe to its
// channels, and would read headers with credentials there.
"use strict";

const SILENT = { hasSubscribers: false };

module.exports = { channels: new Proxy({}, { get: () => SILENT }) };
