import type { SandboxFacts } from "../messages/sandboxMessages";
import type { AddedAnswer, RecordedAnswer } from "../messages/sandboxQuestions";
import type { SandboxScenario } from "../messages/sandboxScenario";
import type { FaultPlan } from "./faults/faultPlan";
import type { ReceivedCalls } from "./received/receivedCalls";

export interface RunningSandbox {
  readonly facts: SandboxFacts;
  readonly faults: FaultPlan;
  readonly received: ReceivedCalls;
  /** What there is now, as a scenario. */
  save(): SandboxScenario;
  /** Has this scenario in the place of all data, people, faults and answers before. */
  load(scenario: SandboxScenario): void;
  /** As it was at its start. */
  reset(): void;
  /** Gives a recorded answer before all others of the scenario. */
  addAnswer(recorded: RecordedAnswer): AddedAnswer;
  /** Opens the address for tests on a free port, unless it is open; its root. */
  openAdmin(): Promise<string>;
  /** Ends all connections and all listeners. */
  stop(): void;
}
