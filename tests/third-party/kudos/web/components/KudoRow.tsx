/** Who thanked whom, for what; with a +1 for everybody and the way back for who gave it. */
import { Avatar, Badge, IconButton, Link, ListRow, Slot, Time, toast, useConfirm, useT, useWrite } from '@atrium/sdk/web'
import content from 'atrium/plugins/content'
import contract, { type KudoReply } from '../../contract.ts'

type Person = KudoReply['giver']
function Name({ person }: { person: Person }) {
  const t = useT()
  if (!person) return <span>{t('former')}</span>
  return (
    <Link to={`/u/${person.public_uid}`} className="font-medium hover:underline">
      {person.name}
    </Link>
  )
}

export function KudoRow({ kudo }: { kudo: KudoReply }) {
  const t = useT()
  const confirm = useConfirm()
  const remove = useWrite(contract.routes.remove, { invalidates: [contract], onError: (error) => toast.error(error.message) })
  const { giver, receiver } = kudo
  async function press() {
    if (await confirm({ title: t('remove.title'), action: t('remove.action') })) remove.mutate({ params: { id: kudo.id } })
  }
  return (
    <ListRow as="li" id={`kudo_${kudo.id}`} className="items-start!">
      <Avatar name={giver?.name ?? ''} id={giver?.id ?? 0} src={giver?.avatar_url} size={36} />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-1.5 gap-y-1 text-13 text-text-2">
          <Name person={giver} /> {t('thanked')} <Name person={receiver} /> <Badge>{kudo.category}</Badge> <Time value={kudo.created_at} />
        </p>
        <p className="mt-1 whitespace-pre-line wrap-anywhere">{kudo.text}</p>
        <Slot
          of={content.slots['record.actions']}
          props={{
            kind: 'kudo',
            likeableType: 'Kudo',
            id: kudo.id,
            path: `/kudos#kudo_${kudo.id}`,
            liked: kudo.is_liked,
            likes: kudo.likes_count,
            likesEnabled: true,
          }}
        />
      </div>
      {kudo.policies.can_remove && <IconButton icon="trash-2" label={t('remove.label')} loading={remove.isPending} onClick={() => void press()} />}
    </ListRow>
  )
}
