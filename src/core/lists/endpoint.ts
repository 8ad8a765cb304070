import type { ParameterField } from "../../shared/listQuery";
import type { Domain } from "../connection";

/** A list endpoint of a definition: a GET whose parameters page, or that is told to be a list. */
export interface ListEndpoint {
  readonly operationId: string;
  readonly domain: Domain;
  /** Path template below the domain's prefix. */
  readonly path: string;
  readonly summary: string;
  /** Names of the path parameters, in their order. */
  readonly pathParameters: readonly string[];
  /** Query parameters beside those of paging, without values. */
  readonly parameters: readonly ParameterField[];
  readonly takesPages: boolean;
}
