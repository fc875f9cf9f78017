/** What one person reaches, as a tree of groups and spaces with the reasons for each; a reason that is taken first shows what goes with it. */
import { Badge, Button, Card, CardHead, Chip, cx, Dialog, EmptyState, Icon, IconMark, Note, Query, SearchField, Skeleton, SkeletonText } from '@atrium/sdk/web'
import { toast, useNarrow, useRead, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract, { type MemberAccess, type ReasonChip } from '../../contract.ts'
import { GiveAccess } from './GiveAccess.tsx'
import { Why } from './Why.tsx'

/** A reason at its place. */
interface Chosen {
  reason: ReasonChip
  kind: 'space' | 'space_group'
  id: number
}
const keyOf = ({ source, source_id }: ReasonChip) => `${source} ${source_id}`
/** What the calls are told: an access group goes whole, other reasons at their place. */
const placesOf = ({ reason, kind, id }: Chosen) => ({
  ...(reason.source === 'access_group' ? { access_group_ids: [reason.source_id!] } : kind === 'space' ? { space_ids: [id] } : { space_group_ids: [id] }),
  source: reason.source,
  source_id: reason.source_id,
})

export function PersonTree({ memberId }: { memberId: number }) {
  const query = useRead(contract.routes.memberAccess, { params: { id: memberId } })
  return (
    <Query query={query} skeleton={<Skeleton w="100%" h={420} />}>
      {(access) => <Tree key={memberId} access={access} />}
    </Query>
  )
}

function Tree({ access }: { access: MemberAccess }) {
  const t = useT()
  const [text, setText] = useState('')
  const [only, setOnly] = useState<string | null>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [giving, setGiving] = useState(false)
  const narrow = useNarrow()
  const all = access.groups.flatMap(({ spaces }) => spaces)
  const reached = all.filter(({ standing }) => standing === 'member' || standing === 'open' || standing === 'manages')
  const reasons = new Map([...access.groups.flatMap((group) => group.reasons), ...all.flatMap((space) => space.reasons)].map((one) => [keyOf(one), one]))
  const shows = (given: ReasonChip[], name: string) =>
    (only === null || given.some((one) => keyOf(one) === only)) && name.toLowerCase().includes(text.trim().toLowerCase())
  const groups = access.groups
    .map((group) => ({ ...group, spaces: group.spaces.filter((space) => shows(space.reasons, space.name)) }))
    .filter((group) => group.spaces.length > 0 || shows(group.reasons, group.name))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 wide:grid-cols-[minmax(0,1fr)_320px]">
      <Card as="section" aria-label={t('person.title', { name: access.name })}>
        <CardHead
          title={t('person.reaches', { count: reached.length, total: all.length })}
          text={t('person.text')}
          action={
            <Button icon="plus" onClick={() => setGiving(true)}>
              {t('give.action')}
            </Button>
          }
        />
        <div className="grid gap-2.5 border-b px-4 py-3 desk:px-5">
          <SearchField value={text} onChange={setText} placeholder={t('tree.search')} />
          {reasons.size > 0 && (
            <div className="flex flex-wrap gap-1.5">
              <Chip size="sm" pressed={only === null} onClick={() => setOnly(null)}>
                {t('person.all')}
              </Chip>
              {[...reasons].map(([key, reason]) => (
                <Chip key={key} size="sm" pressed={only === key} onClick={() => setOnly(only === key ? null : key)}>
                  {reason.label}
                </Chip>
              ))}
            </div>
          )}
        </div>
        {groups.length === 0 ? (
          <EmptyState icon="search" title={t('person.noneFound')} text={t('person.noneFoundText')} />
        ) : (
          <ul className="pb-2">
            {groups.map((group) => (
              <li key={group.id} className="border-b last:border-b-0">
                <div className="flex min-h-11 flex-wrap items-center gap-2 px-4 py-1.5 desk:px-5">
                  <h3 className="text-13 font-semibold">{group.name}</h3>
                  <Reasons given={group.reasons} place={{ kind: 'space_group', id: group.id }} chosen={chosen} onChoose={setChosen} />
                </div>
                <ul className="pb-2 ps-4 pe-2 desk:ps-5">
                  {group.spaces.map((space) => (
                    <li
                      key={space.id}
                      className={cx(
                        'grid min-h-11 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 border-s py-1.5 ps-3 pe-2 desk:grid-cols-[220px_minmax(0,1fr)_auto]',
                        space.standing === 'outside' && 'text-text-3',
                      )}
                    >
                      <span className="flex min-w-0 items-center gap-2">
                        {space.emoji ? <IconMark value={space.emoji} className="w-5" /> : <Icon name="hash" size="sm" className="text-text-3" />}
                        <span className="truncate">{space.name}</span>
                        {space.is_private && <Icon name="lock" size="sm" label={t('space.private')} className="text-text-3" />}
                      </span>
                      <span className="flex min-w-0 flex-wrap gap-1 max-desk:order-last max-desk:col-span-2">
                        <Reasons
                          given={space.reasons}
                          passedOn={group.reasons}
                          place={{ kind: 'space', id: space.id }}
                          groupId={group.id}
                          chosen={chosen}
                          onChoose={setChosen}
                        />
                      </span>
                      {space.standing !== 'member' && (
                        <Badge tone={space.standing === 'suspended' ? 'warning' : space.standing === 'outside' ? 'line' : 'neutral'}>
                          {t(`standing.${space.standing}`)}
                        </Badge>
                      )}
                    </li>
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </Card>
      <aside className="grid gap-4 wide:sticky wide:top-20">
        {chosen && !narrow ? (
          <Card as="section" aria-label={t('cut.title', { reason: chosen.reason.label })}>
            <CardHead title={t('cut.title', { reason: chosen.reason.label })} />
            <Cut access={access} chosen={chosen} onDone={() => setChosen(null)} />
          </Card>
        ) : (
          <Note icon="info">{t('cut.hint')}</Note>
        )}
        {access.access_groups.length > 0 && (
          <Card as="section" aria-label={t('groups.title')}>
            <CardHead title={t('groups.title')} />
            <ul className="divide-y divide-border">
              {access.access_groups.map((group) => (
                <li key={group.id} className="grid gap-1.5 px-4 py-2.5 desk:px-5">
                  <span className="flex items-center gap-2 font-medium">
                    {group.name}
                    {group.status === 'archived' && <Badge tone="line">{t('groups.archived')}</Badge>}
                  </span>
                  <span className="flex flex-wrap gap-1">
                    {group.reasons.map((reason) => (
                      <Why key={keyOf(reason)} reason={reason} />
                    ))}
                  </span>
                </li>
              ))}
            </ul>
          </Card>
        )}
      </aside>
      {chosen && narrow && (
        <Dialog flush open onOpenChange={(open) => !open && setChosen(null)} title={t('cut.title', { reason: chosen.reason.label })}>
          <Cut access={access} chosen={chosen} onDone={() => setChosen(null)} />
        </Dialog>
      )}
      {giving && <GiveAccess memberId={access.community_member_id} name={access.name} onClose={() => setGiving(false)} />}
    </div>
  )
}

interface ReasonsProps {
  given: ReasonChip[]
  /** Of the space's group: taken there. */
  passedOn?: ReasonChip[]
  place: Omit<Chosen, 'reason'>
  groupId?: number
  chosen: Chosen | null
  onChoose: (chosen: Chosen) => void
}
function Reasons({ given, passedOn = [], place, groupId, chosen, onChoose }: ReasonsProps) {
  return given.map((reason) => {
    const fromGroup = passedOn.some((one) => one.source !== 'own' && keyOf(one) === keyOf(reason)) && groupId !== undefined
    const at: Chosen = fromGroup ? { reason, kind: 'space_group', id: groupId } : { reason, ...place }
    const goes =
      chosen !== null && keyOf(chosen.reason) === keyOf(reason) && (reason.source === 'access_group' || (chosen.kind === at.kind && chosen.id === at.id))
    return <Why key={keyOf(reason)} reason={reason} goes={goes} onRemove={() => onChoose(at)} />
  })
}

/** What goes with a reason, before it goes. */
function Cut({ access, chosen, onDone }: { access: MemberAccess; chosen: Chosen; onDone: () => void }) {
  const t = useT()
  const { community_member_id: memberId, name } = access
  const { mutate, data, isPending, error } = useWrite(contract.routes.loss)
  const revoke = useWrite(contract.routes.revoke, { invalidates: [contract] })
  useEffect(() => mutate({ body: { community_member_id: memberId, ...placesOf(chosen) } }), [mutate, memberId, chosen])
  const press = () =>
    revoke.mutateAsync({ body: { community_member_ids: [memberId], ...placesOf(chosen) } }).then(
      () => {
        toast.success(t('cut.done', { reason: chosen.reason.label, name }))
        onDone()
      },
      (thrown) => toast.error(thrown.message),
    )
  const going = data ? [...data.space_groups, ...data.spaces] : []
  return (
    <div aria-live="polite">
      <div className="grid gap-3 px-4 py-3 desk:px-5">
        {error ? (
          <p className="text-13 text-danger">{error.message}</p>
        ) : isPending || !data ? (
          <SkeletonText lines={3} />
        ) : going.length === 0 ? (
          <p className="text-13 text-text-2">{t('cut.nothing')}</p>
        ) : (
          <>
            <p className="text-13 font-medium text-danger">{t('cut.goes', { count: going.length })}</p>
            <ul className="grid gap-1 text-13">
              {going.map((place) => (
                <li key={`${place.id} ${place.name}`} className="flex items-center gap-2">
                  <Icon name="minus" size="sm" className="text-danger" />
                  {place.name}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      <div className="flex gap-2 border-t bg-surface-2 px-4 py-3 desk:px-5">
        <Button onClick={onDone}>{t('cut.keep')}</Button>
        <Button variant="danger" className="flex-1" disabled={!data} loading={revoke.isPending} onClick={() => void press()}>
          {t('cut.remove')}
        </Button>
      </div>
    </div>
  )
}
