/** The passkeys of a person: added by this browser, and removed. */
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { currentBook } from '../../data/book.ts'
import { post } from '../../data/client.ts'
import type { Passkey, PasskeyList } from '../../data/generated/persons.ts'
import { makePasskey, passkeyObstacle } from '../../data/passkeys.ts'
import { queryClient, refresh, useRecord } from '../../data/queries.ts'
import { sessionQuery } from '../../data/session.ts'
import { Button } from '../../kit/button.tsx'
import { Dialog, DialogEnd } from '../../kit/dialog.tsx'
import { TextField } from '../../kit/field.tsx'
import { Table } from '../../kit/table.tsx'
import { toast } from '../../kit/toast.tsx'
import { Confirm } from '../../patterns/confirm.tsx'
import { PasskeyProblem } from '../../patterns/passkey-button.tsx'
import { ProblemAlert } from '../../patterns/problem.tsx'
import { Region } from '../../patterns/region.tsx'
import { useFormat } from '../../words/use-format.ts'
import { useWords } from '../../words/use-words.ts'

const path = '/profile/passkeys'

const readAgain = () =>
  Promise.all([refresh(currentBook(), [path]), queryClient.invalidateQueries(sessionQuery)]).then(() => {})

export function Passkeys() {
  const { passkeys: words } = useWords('profile')
  const { noPasskeys } = useWords('sign-in')
  const { data, error } = useRecord<PasskeyList>(path)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Passkey>()
  const obstacle = passkeyObstacle(location)
  const rows = data?.body.data ?? []
  return (
    <Region title={words.title} beside={!obstacle && <Button onClick={() => setAdding(true)}>{words.add}</Button>}>
      <p className="quiet">{obstacle ? noPasskeys[obstacle] : words.text}</p>
      <ProblemAlert error={error} />
      {rows.length > 0 && <PasskeyTable rows={rows} onRemove={setRemoved} />}
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
      {removed && (
        <Confirm
          title={words.removeNamed(removed.name)}
          text={words.removeText}
          look="grave"
          send={() => post(`${path}/${removed.id}/actions/remove`, { body: {} })}
          onDone={() => void readAgain().then(() => toast(words.removed))}
          onClose={() => setRemoved(undefined)}
        />
      )}
    </Region>
  )
}

function PasskeyTable({ rows, onRemove }: { rows: readonly Passkey[]; onRemove: (passkey: Passkey) => void }) {
  const { passkeys: words } = useWords('profile')
  const { instant } = useFormat()
  return (
    <Table
      label={words.title}
      rows={rows}
      keyOf={({ id }) => id}
      columns={[
        { key: 'name', label: words.name, card: 'title', cell: ({ name }) => <strong>{name}</strong> },
        { key: 'made', label: words.made, cell: ({ created_at }) => instant(created_at) },
        { key: 'used', label: words.used, cell: ({ last_used_at }) => instant(last_used_at) || words.never },
        {
          key: 'end',
          label: words.remove,
          isNumber: true,
          cell: passkey => (
            <Button aria-label={words.removeNamed(passkey.name)} onClick={() => onRemove(passkey)}>
              {words.remove}
            </Button>
          ),
        },
      ]}
    />
  )
}

function AddPasskey({ onClose }: { onClose: () => void }) {
  const { passkeys: words } = useWords('profile')
  const { keep } = useWords('frame')
  const [name, setName] = useState('')
  const adding = useMutation({
    mutationFn: async () => {
      const response = await makePasskey()
      await post(path, { body: { name: name.trim() || words.title, response } })
      await readAgain()
    },
    onSuccess: () => {
      toast(words.added)
      onClose()
    },
    gcTime: 0,
  })
  return (
    <Dialog title={words.add} description={words.text} onClose={onClose}>
      <form
        className="stack"
        onSubmit={event => {
          event.preventDefault()
          adding.mutate()
        }}
      >
        <TextField label={words.name} hint={words.nameHint} value={name} onChange={setName} maxLength={100} />
        <PasskeyProblem error={adding.error} />
        <DialogEnd keep={keep} onKeep={onClose}>
          <Button type="submit" look="main" isOff={adding.isPending}>
            {words.add}
          </Button>
        </DialogEnd>
      </form>
    </Dialog>
  )
}
