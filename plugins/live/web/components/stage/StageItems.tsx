/** Words and links that are ready for the stage: shown to everybody with one press, one at a time. */
import {
  Button,
  Dialog,
  EmptyState,
  Field,
  Form,
  Icon,
  IconButton,
  Input,
  Query,
  Skeleton,
  toast,
  useFieldErrors,
  useRead,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type LiveRoom, type StageItem } from '../../../contract.ts'
import { useCall } from '../../room/call.ts'

const { routes } = contract

export function StageItemsDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const { room } = useCall()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('stage.items')} width={520}>
      <StageItems room={room} />
    </Dialog>
  )
}

export function StageItems({ room }: { room: Pick<LiveRoom, 'id' | 'status'> }) {
  const t = useT()
  const query = useRead(routes.stageItems, { params: { id: room.id } })
  return (
    <div className="grid gap-4">
      <Query
        query={query}
        skeleton={<Skeleton w="100%" h={96} />}
        isEmpty={({ records }) => records.every(({ kind }) => kind === 'question')}
        empty={<EmptyState icon="presentation" title={t('stage.items.none')} text={t('stage.items.none_text')} className="py-4!" />}
      >
        {({ records }) => (
          <ul className="divide-y divide-border">
            {records
              .filter(({ kind }) => kind !== 'question')
              .map((item) => (
                <Item key={item.id} item={item} room={room} />
              ))}
          </ul>
        )}
      </Query>
      <Add roomId={room.id} />
    </div>
  )
}

function Item({ item, room }: { item: StageItem; room: Pick<LiveRoom, 'id' | 'status'> }) {
  const t = useT()
  const params = { id: room.id, itemId: item.id }
  const options = { invalidates: [routes.stageItems, routes.questions], onError: (error: Error) => toast.error(error.message) }
  const show = useWrite(routes.updateStageItem, options)
  const remove = useWrite(routes.destroyStageItem, options)
  const title = item.text || (item.url ?? '')
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Icon name={item.kind === 'link' ? 'link' : 'text'} className="text-text-3" />
      <span className="min-w-0 flex-1">
        <span className="block text-13 font-medium">{title}</span>
        {item.kind === 'link' && item.text && <span className="block truncate text-12 text-text-3">{item.url}</span>}
      </span>
      {room.status === 'live' && (
        <Button
          size="sm"
          icon="presentation"
          variant={item.is_on_stage ? 'soft' : 'default'}
          loading={show.isPending}
          onClick={() => show.mutate({ params, body: { spotlight_item: { is_on_stage: !item.is_on_stage } } })}
        >
          {t(item.is_on_stage ? 'stage.items.hide' : 'stage.items.show')}
        </Button>
      )}
      <IconButton icon="trash-2" size="sm" label={t('stage.items.delete', { name: title })} onClick={() => remove.mutate({ params })} />
    </li>
  )
}

function Add({ roomId }: { roomId: number }) {
  const t = useT()
  const [text, setText] = useState('')
  const [url, setUrl] = useState('')
  const create = useWrite(routes.createStageItem, {
    invalidates: [routes.stageItems],
    onSuccess: () => {
      setText('')
      setUrl('')
    },
  })
  const errors = useFieldErrors(create.error)
  const isLink = url.trim() !== ''
  const send = () =>
    create.mutateAsync({ params: { id: roomId }, body: { spotlight_item: { kind: isLink ? 'link' : 'text', text, url: isLink ? url.trim() : null } } })
  return (
    <Form onSubmit={send} error={create.error} className="gap-3!">
      <Field label={t('stage.items.text')} error={errors['spotlight_item.text']}>
        <Input value={text} maxLength={300} placeholder={t('stage.items.text_example')} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Field label={t('stage.items.url')} error={errors['spotlight_item.url']}>
        <Input dir="ltr" type="url" value={url} placeholder="https://example.com" onChange={(event) => setUrl(event.target.value)} />
      </Field>
      <Button type="submit" icon="plus" disabled={!text.trim() && !isLink} loading={create.isPending} className="justify-self-start">
        {t('stage.items.add')}
      </Button>
    </Form>
  )
}
