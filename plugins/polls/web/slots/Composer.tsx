/** Polls below the editor: those that are there, and the way to one more. */
import type { ComposerTools } from '../../../posts/contract.ts'
import { Button, Icon, IconButton, toast, useConfirm, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { MAX_POLLS, type Poll } from '../../contract.ts'
import { PollForm } from '../components/PollForm.tsx'

const { routes } = contract

export default function Composer({ kind, id, ensure, onChange }: ComposerTools) {
  const t = useT()
  const confirm = useConfirm()
  const [editing, setEditing] = useState<Poll | 'new' | null>(null)
  const query = useRead(routes.list, { query: { record_type: kind, record_id: id ?? 0 } }, { enabled: id !== null })
  const remove = useWrite(routes.destroy, { invalidates: [routes.list], onSuccess: onChange, onError: (error) => toast.error(error.message) })
  const polls = id === null ? [] : (query.data?.records ?? [])
  const ask = async (poll: Poll) => {
    const text = poll.voters_count ? t('delete.text') : undefined
    if (await confirm({ title: t('delete.title'), text, action: t('delete.action'), tone: 'danger' })) remove.mutate({ params: { id: poll.id } })
  }
  return (
    <div className="grid gap-2">
      {polls.map((poll) => (
        <div key={poll.id} className="flex items-center gap-3 rounded-card border border-border bg-surface py-2 pe-2 ps-4">
          <Icon name="chart-column" />
          <div className="min-w-0 flex-1">
            <p className="truncate text-15 font-medium">{poll.title}</p>
            <p className="truncate text-13 text-text-3">{poll.poll_options.map(({ value }) => value).join(' · ')}</p>
          </div>
          <IconButton icon="pencil" label={t('edit', { title: poll.title })} onClick={() => setEditing(poll)} />
          <IconButton icon="trash-2" label={t('remove', { title: poll.title })} onClick={() => void ask(poll)} />
        </div>
      ))}
      {polls.length < MAX_POLLS && (
        <div>
          <Button icon="chart-column" onClick={() => setEditing('new')}>
            {t('add')}
          </Button>
        </div>
      )}
      {editing && (
        <PollForm
          poll={editing === 'new' ? null : editing}
          kind={kind}
          record={async () => id ?? (await ensure())}
          onClose={() => setEditing(null)}
          onDone={() => {
            setEditing(null)
            onChange?.()
          }}
        />
      )}
    </div>
  )
}
