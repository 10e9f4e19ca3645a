/** The guides of `docs/guides`, in the order they are read in. */

export const guides = [
  { slug: 'first-call', title: 'First call', about: 'From nothing to a confirmed order.' },
  { slug: 'errors', title: 'Errors', about: 'One shape for all of them, and what to do about each.' },
  { slug: 'idempotency-and-retries', title: 'Idempotency and retries', about: 'Repeat a call without doing it twice.' },
  {
    slug: 'money-and-quantities',
    title: 'Money and quantities',
    about: 'Decimals, units, prices, and how sums are made.',
  },
  { slug: 'sync-then-follow', title: 'Sync, then follow', about: 'A copy of the book that misses nothing.' },
  { slug: 'webhooks-and-signatures', title: 'Webhooks and signatures', about: 'Be called, and know it was us.' },
  { slug: 'sandbox', title: 'Sandbox', about: 'Empty it, fill it, try without a trace.' },
  { slug: 'isdoc-in-and-out', title: 'ISDOC in and out', about: 'Invoices as files, both ways.' },
  { slug: 'going-live', title: 'Going live', about: 'What to check before the first real write.' },
] as const
