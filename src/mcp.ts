import "./errorTexts";
import { main } from "./features/assistants/mcp/main";

// The program of the MCP server: composed here, since errors of all features have sentences.
void main();
