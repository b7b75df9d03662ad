import { createConfig, lintFromString } from '@redocly/openapi-core'

/** Rules of the validator that ask for more than there is to say: no licence, redirects without another answer. */
const OFF = ['info-license', 'tag-description', 'operation-2xx-response', 'operation-4xx-response']
const RULES = {
  ...Object.fromEntries(OFF.map((rule) => [rule, 'off' as const])),
  'no-invalid-media-type-examples': 'error' as const,
  'no-unused-components': 'error' as const,
}

/** All that is wrong with this OpenAPI document, its examples and references included, each as `rule: sentence at place`. */
export async function openApiProblems(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: RULES })
  const found = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config })
  return found.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)
}
