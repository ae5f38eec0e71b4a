import type { Description } from './description.ts';
import { writeGoResources } from './go/resources.ts';
import { writeGoTypes } from './go/types.ts';
import { readModel } from './model.ts';
import { writePythonResources } from './python/resources.ts';
import { nameLiterals, writePythonTypes } from './python/types.ts';
import { writeTypescriptCalls } from './typescript-calls.ts';

/** The generated files of the clients, by their paths in the repository. */
export function writeClients(description: Description): Readonly<Record<string, string>> {
  const model = readModel(description);
  const literals = nameLiterals(model);
  return {
    'clients/python/src/waitlist_service/types.py': writePythonTypes(model, literals),
    'clients/python/src/waitlist_service/resources.py': writePythonResources(model, literals),
    'clients/go/types.go': writeGoTypes(model),
    'clients/go/resources.go': writeGoResources(model),
    'src/client/calls/plain-calls.ts': writeTypescriptCalls(description),
  };
}
