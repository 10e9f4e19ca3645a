/** PURE: a call as programs of four languages write it. */

export interface SampledCall {
  method: string
  address: string
  body: string | undefined
  /** A test key that stands in the program; without one it is read from the environment. */
  key?: string | undefined
}

const writes = ({ method }: SampledCall): boolean => method !== 'GET'

const curl = (call: SampledCall): string =>
  [
    `curl -X ${call.method} "${call.address}"`,
    `  -H "Authorization: Bearer ${call.key ?? '$CELLARBOOK_KEY'}"`,
    ...(writes(call) ? ['  -H "Idempotency-Key: $(uuidgen)"'] : []),
    ...(call.body ? ['  -H "Content-Type: application/json"', `  -d '${call.body.replaceAll("'", "'\\''")}'`] : []),
  ].join(' \\\n')

const typescript = (call: SampledCall): string => `const response = await fetch('${call.address}', {
  method: '${call.method}',
  headers: {
    Authorization: ${call.key ? `'Bearer ${call.key}'` : `\`Bearer \${process.env.CELLARBOOK_KEY}\``},${writes(call) ? "\n    'Idempotency-Key': crypto.randomUUID()," : ''}${call.body ? "\n    'Content-Type': 'application/json'," : ''}
  },${call.body ? `\n  body: JSON.stringify(${call.body.replaceAll('\n', '\n  ')}),` : ''}
})
const answer = await response.json()`

const python = (call: SampledCall): string => `import json, os, urllib.request${writes(call) ? ', uuid' : ''}

request = urllib.request.Request(
    "${call.address}",
    method="${call.method}",
    headers={
        "Authorization": ${call.key ? `"Bearer ${call.key}"` : `f"Bearer {os.environ['CELLARBOOK_KEY']}"`},${writes(call) ? '\n        "Idempotency-Key": str(uuid.uuid4()),' : ''}${call.body ? '\n        "Content-Type": "application/json",' : ''}
    },${call.body ? `\n    data=json.dumps(json.loads("""${call.body}""")).encode(),` : ''}
)
answer = json.load(urllib.request.urlopen(request))`

const php = (call: SampledCall): string => `<?php
$answer = file_get_contents('${call.address}', false, stream_context_create(['http' => [
    'method' => '${call.method}',
    'header' => [
        ${call.key ? `'Authorization: Bearer ${call.key}'` : "'Authorization: Bearer ' . getenv('CELLARBOOK_KEY')"},${writes(call) ? "\n        'Idempotency-Key: ' . bin2hex(random_bytes(16))," : ''}${call.body ? "\n        'Content-Type: application/json'," : ''}
    ],${call.body ? `\n    'content' => '${call.body.replaceAll("'", "\\'")}',` : ''}
]]));`

export const languages = { curl, TypeScript: typescript, Python: python, PHP: php } as const
