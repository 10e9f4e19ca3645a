export const words = {
  types: {} as Record<string, string>,
  columns: { type: 'Event', when: 'When', who: 'Who', request: 'Request', sequence: 'Number' },
  actors: { api_key: 'API key', user: 'Person', system: 'System' },
}
