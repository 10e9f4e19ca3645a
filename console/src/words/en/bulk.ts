export const words = {
  results: 'Results',
  record: 'Record',
  result: 'Result',
  reason: 'Why, or what came of it',
  is: { waiting: 'Waiting', able: 'Can be done', refused: 'Refused', done: 'Done' },
  filling: 'Fill in what all of them get.',
  rehearsing: (count: number, all: number) => `Rehearsing: ${count} of ${all}`,
  ready: (able: number, all: number) =>
    able === all ? `All ${all} can be done.` : `${able} of ${all} can be done, ${all - able} would be refused.`,
  running: (done: number, all: number) => `Done: ${done} of ${all}`,
  ended: (done: number, all: number) =>
    done === all ? `All ${all} are done.` : `${done} of ${all} are done, ${all - done} were refused.`,
}
