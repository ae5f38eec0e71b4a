import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';

const head = `// Written by \`npm run openapi\` from the API description. Do not edit.

`;

/** Generates the client's types from the API description with openapi-typescript. */
export async function writeClientTypes(document: string): Promise<string> {
  const nodes = await openapiTypes(JSON.parse(document) as OpenAPI3, { defaultNonNullable: false });
  return head + astToString(nodes);
}
