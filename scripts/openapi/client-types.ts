import openapiTypes, { astToString, type OpenAPI3 } from 'openapi-typescript';

const head = `// Written by \`npm run openapi\` from the API description. Not to be edited.

`;

/** The types of the client, as openapi-typescript makes them of the API description. */
export async function writeClientTypes(document: string): Promise<string> {
  const nodes = await openapiTypes(JSON.parse(document) as OpenAPI3, { defaultNonNullable: false });
  return head + astToString(nodes);
}
