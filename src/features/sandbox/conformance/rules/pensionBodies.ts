import type { Answer } from "../httpClient";
import { NotShown } from "../findings";
import type { Members } from "../json";
import type { Call, Service } from "../service";
import { isForbidden, isInvalid } from "../statuses";

/** The body of a pension: the one that was given, else one that the sandbox takes. */
export function pensionText({ target }: Service, members: Members = {}): string {
  return JSON.stringify(target.pensionBody ?? members);
}

/** Writes a pension. Throws `NotShown` where a right service may refuse it. */
export async function putPension(
  service: Service,
  pensionId: string,
  members?: Members,
  headers?: Call["headers"],
): Promise<Answer> {
  const answer = await service.put(pensionId, pensionText(service, members), headers);
  checkMayWrite(service, answer);
  const { isSandbox, pensionBody } = service.target;
  if (!isSandbox && pensionBody === undefined && isInvalid(answer)) {
    throw new NotShown(
      `A PUT was answered with ${answer.status}: which fields pensions need is not shown. ` +
        `Give a pension with --pension-body.`,
    );
  }
  return answer;
}

/** Writes a pension with a field that nobody knows. Throws as `putPension` does. */
export async function putUnknownField(service: Service): Promise<Answer> {
  const body = JSON.stringify({ ...service.target.pensionBody, fpConformanceUnknown: true });
  const answer = await service.put(service.newPensionId(), body);
  checkMayWrite(service, answer);
  if (!service.target.isSandbox && isInvalid(answer)) {
    throw new NotShown(
      `A PUT was answered with ${answer.status}: ` +
        `the schema of pensions may validate unknown fields, or need others.`,
    );
  }
  return answer;
}

/** Section 5: what a token may do depends on the permissions that were granted. */
export function checkMayWrite({ target }: Service, answer: Answer): void {
  if (!target.isSandbox && isForbidden(answer)) {
    throw new NotShown(`A PUT was answered with ${answer.status}: the token may only read.`);
  }
}
