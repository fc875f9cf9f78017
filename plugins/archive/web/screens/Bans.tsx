/** Who is banned, why and until when; each ban can be lifted. */
import {
  AdminPage,
  Avatar,
  Badge,
  Button,
  Card,
  EmptyState,
  Link,
  LoadMore,
  Query,
  SearchField,
  Skeleton,
  Time,
  toast,
  useConfirm,
  useReadPages,
  useSettled,
  useT,
  useWrite,
} from '@atrium/sdk/web'
import { useState } from 'react'
import contract, { type Ban } from '../../contract.ts'

const { routes } = contract

export default function Bans() {
  const t = useT()
  const [text, setText] = useState('')
  const search_text = useSettled(text.trim()) || undefined
  const query = useReadPages(routes.bans, { query: { search_text } }, { keepPrevious: true })
  return (
    <AdminPage name="archive/Bans" title={t('bans.title')} text={t('bans.text')} who="archive.manage">
      <div className="grid gap-4">
        <SearchField value={text} onChange={setText} label={t('bans.search')} placeholder={t('bans.search')} />
        <Query
          query={query}
          skeleton={<Skeleton w="100%" h={200} />}
          isEmpty={({ pages }) => pages.every(({ records }) => records.length === 0)}
          empty={
            <Card>
              {search_text ? (
                <EmptyState icon="search" title={t('bans.nothing')} />
              ) : (
                <EmptyState icon="ban" title={t('bans.empty')} text={t('bans.empty_text')} />
              )}
            </Card>
          }
        >
          {({ pages }) => (
            <>
              <Card as="ul" className="divide-y divide-border">
                {pages.flatMap(({ records }) => records.map((ban) => <Row key={ban.id} ban={ban} />))}
              </Card>
              <LoadMore query={query} />
            </>
          )}
        </Query>
      </div>
    </AdminPage>
  )
}

function Row({ ban: { id, member, reason, content, ends_at, banned_by, created_at } }: { ban: Ban }) {
  const t = useT()
  const confirm = useConfirm()
  const { name } = member
  const lift = useWrite(routes.lift, {
    invalidates: [routes.bans],
    onSuccess: () => toast.success(t('bans.lifted', { name })),
    onError: (error) => toast.error(error.message),
  })
  const ask = async () => {
    if (await confirm({ title: t('bans.lift_title', { name }), text: t('bans.lift_text', { name }), action: t('bans.lift_action') }))
      lift.mutate({ params: { id } })
  }
  return (
    <li className="flex flex-wrap items-start gap-3 px-4 py-4 desk:px-5">
      <Avatar id={member.id} name={name} src={member.avatar_url} size={36} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="flex flex-wrap items-center gap-2">
          <Link to={`/u/${member.public_uid}`} className="font-medium hover:underline">
            {name}
          </Link>
          <Badge tone="line">{t(`bans.content.${content}`)}</Badge>
        </p>
        <p className="text-text-2 wrap-anywhere">{reason}</p>
        <p className="text-13 text-text-3">
          <Time value={created_at} kind="day" /> {banned_by && t('bans.by', { name: banned_by })}
          {' · '}
          {ends_at ? (
            <>
              {t('bans.until')} <Time within value={ends_at} kind="datetime" />
            </>
          ) : (
            t('bans.for_good')
          )}
        </p>
      </div>
      <Button loading={lift.isPending} onClick={() => void ask()}>
        {t('bans.lift')}
      </Button>
    </li>
  )
}
