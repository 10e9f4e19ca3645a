/** What Spectral finds in the document and is meant so: the rule, where, and why. Anything else fails the test. */

export interface Exception {
  rule: string
  /** Of the place in the document, its keys joined by a slash; everywhere when absent. */
  at?: RegExp
  reason: string
}

const publicReads = /^paths\/\/(health|openapi\.json)\/get\//

/** Rules that are not asked at all. */
export const switchedOff: readonly Exception[] = [
  { rule: 'oas3-unused-component', reason: 'It needs every reference followed; openapi.test.ts asks the same.' },
  {
    rule: 'owasp:api8:2023-define-cors-origin',
    reason: 'Keys do not belong into browsers: no answer allows another origin, so there is no such header.',
  },
  {
    rule: 'owasp:api4:2023-string-restricted',
    reason: 'Names, notes and descriptions are free text of people in any language; their length is limited.',
  },
]

export const exceptions: readonly Exception[] = [
  {
    rule: 'info-contact',
    at: /^info$/,
    reason: 'Whoever runs the service is the one to ask; the document cannot know.',
  },
  {
    rule: 'owasp:api9:2023-inventory-access',
    at: /^servers\/0$/,
    reason: 'Whether a service is public is for whoever runs it to say.',
  },
  {
    rule: 'owasp:api8:2023-no-server-http',
    at: /^servers\/0\/url$/,
    reason: 'The committed document is that of a service on the own machine; a served one names its own address.',
  },
  { rule: 'owasp:api2:2023-read-restricted', at: publicReads, reason: 'Health and this document are for everybody.' },
  { rule: 'owasp:api8:2023-define-error-responses-401', at: publicReads, reason: 'They need no key.' },
  {
    rule: 'owasp:api4:2023-rate-limit-responses-429',
    at: /^paths\/\/health\/get\//,
    reason: 'Health is never refused: a monitor that is turned away would raise an alarm.',
  },
  {
    rule: 'owasp:api4:2023-string-limit',
    at: /\/content\/(application\/(pdf|xml)|text\/csv|multipart\/form-data)\//,
    reason: 'Bytes of a file are no text; how many there may be stands in the description.',
  },
  {
    rule: 'owasp:api4:2023-integer-format',
    at: /Problem\/allOf\/1\/properties\/status$/,
    reason: 'A constant is limited to itself.',
  },
  {
    rule: 'owasp:api4:2023-integer-limit',
    at: /Problem\/allOf\/1\/properties\/status$/,
    reason: 'A constant is limited to itself.',
  },
]
