/** Who is in an access group and why; adding by name, taking out. */
import { Avatar, Button, Card, CardHead, Combobox, type ComboboxOption, EmptyState, IconButton, Link, LoadMore, Query, SearchField } from '@atrium/sdk/web'
import { SkeletonText, toast, useConfirm, useReadPages, useSettled, useT, useWrite } from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type AccessGroup, type GroupMember } from '../../contract.ts'
import { findMembers } from './members.ts'
import { Why } from './Why.tsx'

export function GroupPeople({ group }: { group: AccessGroup }) {
  const t = useT()
  const [text, setText] = useState('')
  const wanted = useSettled(text.trim()) || undefined
  const query = useReadPages(contract.routes.groupMembers, { params: { access_group_id: group.id }, query: { query: wanted } }, { keepPrevious: true })
  return (
    <Card as="section" aria-label={t('people.title')}>
      <CardHead title={t('people.title')} text={t('people.count', { count: group.members_count })} />
      <AddPeople group={group} />
      {group.members_count > 0 && (
        <div className="px-4 pb-2 desk:px-5">
          <SearchField value={text} onChange={setText} placeholder={t('people.search')} />
        </div>
      )}
      <Query
        query={query}
        skeleton={<SkeletonText lines={4} />}
        isEmpty={({ pages }) => pages[0]?.records.length === 0}
        empty={<EmptyState icon="users" title={t(wanted ? 'people.noneFound' : 'people.none')} text={t(wanted ? 'people.noneFoundText' : 'people.noneText')} />}
      >
        {({ pages }) => (
          <ul className="divide-y divide-border border-t">
            {pages
              .flatMap(({ records }) => records)
              .map((member) => (
                <Row key={member.id} member={member} group={group} />
              ))}
          </ul>
        )}
      </Query>
      <LoadMore query={query} />
    </Card>
  )
}

function AddPeople({ group }: { group: AccessGroup }) {
  const t = useT()
  const [people, setPeople] = useState<ComboboxOption[]>([])
  const add = useWrite(contract.routes.addGroupMembers, { invalidates: [contract] })
  const press = () =>
    add.mutateAsync({ params: { access_group_id: group.id }, body: { community_member_ids: people.map(({ value }) => value) } }).then(
      () => {
        toast.success(t('people.added', { count: people.length }))
        setPeople([])
      },
      (error) => toast.error(error.message),
    )
  return (
    <div className="flex flex-wrap items-start gap-2 p-4 desk:px-5">
      <Combobox
        multiple
        load={findMembers}
        value={people}
        onChange={setPeople}
        label={t('people.add')}
        placeholder={t('people.add')}
        className="min-w-56 flex-1"
      />
      <Button variant="primary" icon="user-plus" disabled={people.length === 0} loading={add.isPending} onClick={() => void press()}>
        {t('people.addAction')}
      </Button>
    </div>
  )
}

function Row({ member, group }: { member: GroupMember; group: AccessGroup }) {
  const t = useT()
  const confirm = useConfirm()
  const remove = useWrite(contract.routes.removeGroupMembers, { invalidates: [contract] })
  async function press() {
    const given = member.reasons.filter(({ source }) => source !== 'manual').map(({ label }) => label)
    const text = given.length ? t('people.removeGiven', { reasons: given.join(', ') }) : t('people.removeText')
    if (!(await confirm({ title: t('people.removeTitle', { name: member.name }), text, action: t('people.remove'), tone: 'danger' }))) return
    await remove.mutateAsync({ params: { access_group_id: group.id }, body: { community_member_ids: [member.community_member_id] } }).then(
      () => toast.success(t('people.removed', { name: member.name })),
      (error) => toast.error(error.message),
    )
  }
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1.5 px-4 py-2.5 desk:px-5">
      <Avatar id={member.community_member_id} name={member.name} src={member.avatar_url} size={36} />
      <div className="min-w-40 flex-1">
        <Link to={`/settings/access?member=${member.community_member_id}`} className="font-medium hover:underline">
          {member.name}
        </Link>
        {member.headline && <p className="truncate text-13 text-text-3">{member.headline}</p>}
      </div>
      <span className="flex flex-wrap gap-1">
        {member.reasons.map((reason) => (
          <Why key={`${reason.source} ${reason.source_id}`} reason={reason} />
        ))}
      </span>
      <IconButton icon="x" label={t('people.removeName', { name: member.name })} loading={remove.isPending} onClick={() => void press()} />
    </li>
  )
}
