/** The tags of a conversation; a new name makes a new one. */
import { Badge, Button, Checkbox, Chip, Input, messageOf, Popover, toast, useRead, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Chat, MAX_TAGS } from '../../contract.ts'
import { type Change, useUpdate } from './useUpdate.ts'

const { routes } = contract

function Choice({ chat, change }: { chat: Chat; change: Change }) {
  const t = useT()
  const [text, setText] = useState('')
  const known = useRead(routes.tags).data?.records ?? []
  const ids = chat.tags.map(({ id }) => id)
  const add = (id: number) => change({ tag_ids: [...ids, id] })
  const create = useWrite(routes.createTag, {
    invalidates: [routes.tags],
    onSuccess: ({ id }) => {
      setText('')
      add(id)
    },
    onError: (error) => toast.error(messageOf(error, t('failed'))),
  })
  const name = text.trim()
  const shown = known.filter((tag) => tag.name.toLowerCase().includes(name.toLowerCase()))
  const isFull = ids.length >= MAX_TAGS
  return (
    <div className="grid w-64 gap-2 p-2">
      <Input
        size="sm"
        value={text}
        maxLength={40}
        aria-label={t('tags.find')}
        placeholder={t('tags.example')}
        autoFocus
        onChange={(event) => setText(event.target.value)}
      />
      <div className="grid max-h-60 gap-1.5 overflow-y-auto py-1">
        {shown.map(({ id, name: label }) => (
          <Checkbox
            key={id}
            label={label}
            checked={ids.includes(id)}
            disabled={isFull && !ids.includes(id)}
            onChange={(isOn) => (isOn ? add(id) : change({ tag_ids: ids.filter((one) => one !== id) }))}
          />
        ))}
        {shown.length === 0 && name === '' && <p className="text-13 text-text-3">{t('tags.none')}</p>}
      </div>
      {name !== '' && !isFull && !known.some((tag) => tag.name.toLowerCase() === name.toLowerCase()) && (
        <Button size="sm" icon="plus" loading={create.isPending} onClick={() => create.mutate({ body: { name } })}>
          {t('tags.create', { name })}
        </Button>
      )}
    </div>
  )
}

export function Tags({ chat }: { chat: Chat }) {
  const t = useT()
  const { viewOnly } = useSession()
  const { change } = useUpdate(chat.id)
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {chat.tags.map(({ id, name }) => (
        <Badge key={id}>{name}</Badge>
      ))}
      {!viewOnly && (
        <Popover
          label={t('tags.title')}
          align="end"
          trigger={
            <Chip size="sm" icon="plus" className="max-desk:min-h-11">
              {t('tags.add')}
            </Chip>
          }
        >
          <Choice chat={chat} change={change} />
        </Popover>
      )}
    </div>
  )
}
