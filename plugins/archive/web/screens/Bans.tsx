/** Who is banned, why and until when; each ban can be lifted. */
import { AdminPage, Avatar, Badge, Button, Link, PagedCard, SearchField, Time, useList, useT } from '@atrium/sdk/web'
import contract, { type Ban } from '../../contract.ts'
import { useLift } from '../components/useLift.tsx'

const { routes } = contract

export default function Bans() {
  const t = useT()
  const { query, text, setText, isNarrowed } = useList(routes.bans, { search: 'search_text' })
  return (
    <AdminPage name="archive/Bans" title={t('bans.title')} text={t('bans.text')} who="archive.manage">
      <div className="grid gap-4">
        <SearchField value={text} onChange={setText} label={t('bans.search')} placeholder={t('bans.search')} />
        <PagedCard
          query={query}
          height={200}
          icon={isNarrowed ? 'search' : 'ban'}
          empty={isNarrowed ? { title: t('bans.nothing') } : { title: t('bans.empty'), text: t('bans.empty_text') }}
        >
          {(ban) => <Row key={ban.id} ban={ban} />}
        </PagedCard>
      </div>
    </AdminPage>
  )
}

function Row({ ban: { id, member, reason, content, ends_at, banned_by, created_at } }: { ban: Ban }) {
  const t = useT()
  const { name } = member
  const ask = useLift({ id, until: ends_at, member })
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
      <Button onClick={() => void ask()}>{t('bans.lift')}</Button>
    </li>
  )
}
