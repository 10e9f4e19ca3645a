/** The generated files of the repository: the OpenAPI document, the collection, the reference, the types of SDK and console. */

import { apiPrefix } from '../contract/locations.ts'
import '../domains/index.ts'
import { settingsSchema, settingsShape } from '../domains/settings/schema.ts'
import { atOneAddress } from '../kernel/addresses.ts'
import { theHouse } from '../kernel/domain.ts'
import { collectionOf } from './collection.ts'
import { consoleFiles } from './console/files.ts'
import { endpointsReference, recordsReference } from './endpoints-reference.ts'
import { readExamples } from './examples.ts'
import { page, table } from './markdown.ts'
import { openApiDocument } from './openapi.ts'
import { errorsReference, eventsReference, scopesReference, workflowsReference } from './reference.ts'
import { sdkFiles } from './sdk/files.ts'
import { described, forPersons, serviceEndpoints } from './service-document.ts'

export interface ReferenceFile {
  /** From the root of the repository. */
  readonly path: string
  readonly text: string
}

interface ReferencePage {
  readonly name: string
  readonly meaning: string
  readonly text: () => string
}

/** The address a service has that runs on the reader's own machine with no setting changed. */
const localAddress = 'http://127.0.0.1:8080'

const addresses = atOneAddress(localAddress)
const all = serviceEndpoints(addresses)
const endpoints = described(all)

const pages: readonly ReferencePage[] = [
  {
    name: 'endpoints.md',
    meaning: 'Every call: what it needs, takes and returns, and its errors.',
    text: () => endpointsReference(endpoints),
  },
  {
    name: 'records.md',
    meaning: 'Every record with its fields.',
    text: () => recordsReference(endpoints),
  },
  { name: 'errors.md', meaning: 'Every error code: what happened, and what to do about it.', text: errorsReference },
  { name: 'events.md', meaning: 'Every event type, and who may read its record.', text: eventsReference },
  {
    name: 'workflows.md',
    meaning: 'The states of the documents and the actions between them.',
    text: () => workflowsReference(theHouse().workflows),
  },
  {
    name: 'scopes.md',
    meaning: 'What a key may do: scopes, presets and what they can not do, roles, modules.',
    text: () => scopesReference(endpoints),
  },
]

const schemaName = 'settings.schema.json'
const collectionName = 'collection.json'

const index = (): string =>
  page(
    '# Reference',
    'Rendered from the declarations in `server/src` by `npm run generate`; a test compares them. ' +
      'The same for programs is `openapi.json` at the root of the repository, served as `/api/v1/openapi.json`.',
    table(
      ['Page', 'What it holds'],
      [
        ...pages.map(({ name, meaning }) => [`[${name}](${name})`, meaning]),
        [
          `[${collectionName}](${collectionName})`,
          'Every call with a real example, to import into Postman, Bruno or Insomnia; served as `/developers/collection.json`.',
        ],
        [`[${schemaName}](${schemaName})`, 'JSON Schema of the settings document (`cellarbook settings export`).'],
      ],
    ),
  )

const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

export function referenceFiles(): ReferenceFile[] {
  const document = openApiDocument({ endpoints, addresses, examples: readExamples })
  const collection = collectionOf({ document, baseUrl: localAddress, prefix: apiPrefix })
  return [
    { path: 'openapi.json', text: jsonText(document) },
    { path: 'docs/reference/README.md', text: index() },
    { path: `docs/reference/${collectionName}`, text: jsonText(collection) },
    { path: `docs/reference/${schemaName}`, text: jsonText(settingsSchema()) },
    ...pages.map(({ name, text }) => ({ path: `docs/reference/${name}`, text: text() })),
    ...sdkFiles({ endpoints, settings: settingsShape() }),
    ...consoleFiles({ endpoints, forPersons: forPersons(all), workflows: theHouse().workflows }),
  ]
}
