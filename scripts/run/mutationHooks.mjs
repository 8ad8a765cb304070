// What a process that tries mutants loads first.
import fastCheck from "fast-check";
import "./loadTypeScript.mjs";

// That a test fails is all that is asked for here: the smallest example takes many runs to find.
fastCheck.configureGlobal({ endOnFailure: true });
