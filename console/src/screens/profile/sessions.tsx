/** Where a person is signed in, and the way to end it from here. */
import { useMutation } from '@tanstack/react-query'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import type { Device, DeviceList } from '../../data/generated/persons.ts'
import { refresh, useRecord } from '../../data/queries.ts'
import { browserOf } from '../../format/browsers.ts'
import { Button } from '../../kit/button.tsx'
import { Skeleton } from '../../kit/facts.tsx'
import { Badge } from '../../kit/state.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

const path = '/session/devices'

export function Sessions() {
  const { sessions: words } = useWords('profile')
  const { loading } = useWords('frame')
  const { instant } = useFormat()
  const { data, error } = useRecord<DeviceList>(path)
  const end = useMutation({
    mutationFn: (id: string) => post(`${path}/${id}/actions/end`, { body: {} }),
    onSuccess: () => {
      toast(words.ended)
      void refresh(currentBook(), [path])
    },
  })
  return (
    <Region title={words.title}>
      <ProblemAlert error={error ?? end.error} />
      {!data && !error && <Skeleton label={loading} />}
      {data && (
        <Table<Device>
          label={words.title}
          rows={data.body.data}
          keyOf={({ id }) => id}
          columns={[
            {
              key: 'browser',
              label: words.browser,
              card: 'title',
              cell: ({ browser }) => <span title={browser}>{browserOf(browser)}</span>,
            },
            { key: 'address', label: words.address, cell: ({ address }) => <code>{address}</code> },
            { key: 'began', label: words.began, card: 'none', cell: ({ created_at }) => instant(created_at) },
            { key: 'seen', label: words.seen, cell: ({ last_seen_at }) => instant(last_seen_at) },
            {
              key: 'end',
              label: words.end,
              isNumber: true,
              cell: ({ id, browser, is_current }) =>
                is_current ? (
                  <Badge tone="good">{words.current}</Badge>
                ) : (
                  <Button aria-label={words.endNamed(browserOf(browser))} onClick={() => end.mutate(id)}>
                    {words.end}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Region>
  )
}
