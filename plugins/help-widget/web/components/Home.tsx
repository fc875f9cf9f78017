/** What stands first: a greeting, the search, the latest answer, whether people are here, articles, news and what is next. */
import { AvatarStack, Button, Card, Icon, IconButton, Link, Query, SearchField, Skeleton, Time, useSession, useT } from '@atrium/sdk/web'
import type { RouteReply } from '@atrium/sdk'
import { type ReactNode, useState } from 'react'
import type contract from '../../contract.ts'
import type { Article } from '../../contract.ts'
import { Face } from './Face.tsx'
import { useHelp } from './places.ts'
import { useHome } from './useHome.ts'

type HomeRead = RouteReply<(typeof contract)['routes']['home']>

export function Home() {
  return (
    <Query query={useHome()} skeleton={<Skeleton w="100%" h={560} />}>
      {(home) => <Shown home={home} />}
    </Query>
  )
}

function Shown({ home }: { home: HomeRead }) {
  const t = useT()
  const { community } = useSession()
  const { go, close } = useHelp()
  const [text, setText] = useState('')
  const logo = community.branding.icon_url ?? community.branding.logo_url
  return (
    <>
      <div className="bg-brand bg-linear-to-b from-black/12 to-transparent px-5 pt-4 pb-10 text-on-brand">
        <div className="flex min-h-11 items-center gap-3">
          {logo && <img src={logo} alt="" className="size-8 flex-none rounded-control object-cover" />}
          <span className="min-w-0 flex-1 truncate font-semibold">{community.name}</span>
          {home.team.length > 0 && <AvatarStack people={home.team} max={3} size={32} />}
          {close && <IconButton icon="x" label={t('launcher.close')} onClick={close} className="text-on-brand! hover:bg-transparent hover:opacity-80" />}
        </div>
        <h2 className="mt-6 text-24 leading-tight font-semibold text-balance">
          {home.name && <span className="block">{t('home.hello', { name: home.name.split(' ')[0]! })}</span>}
          {home.greeting}
        </h2>
      </div>
      <div className="-mt-6 grid gap-3 px-3.5 pb-4">
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (text.trim()) go({ at: 'search', text: text.trim() })
          }}
        >
          <SearchField
            value={text}
            onChange={setText}
            label={t('home.search')}
            placeholder={t('home.search')}
            maxLength={200}
            className="bg-surface shadow-float"
          />
        </form>
        {home.latest && <Latest chat={home.latest} />}
        <Live home={home} />
        {home.pinned_post && <Rows title={t('home.pinned')} articles={[home.pinned_post]} />}
        {home.articles.length > 0 && <Rows title={t('home.articles')} articles={home.articles} />}
        {home.events.length > 0 && (
          <Box title={t('home.events')}>
            {home.events.map(({ id, name, starts_at, path }) => (
              <Link key={id} to={path} className="flex min-h-11 items-center gap-3 px-4 py-2 hover:bg-hover">
                <Icon name="calendar" size="sm" className="flex-none text-text-3" />
                <span className="min-w-0 flex-1 truncate">{name}</span>
                <Time value={starts_at} kind="short" className="flex-none text-12 text-text-3" />
              </Link>
            ))}
          </Box>
        )}
        {home.news.length > 0 && <Rows title={t('title.news')} articles={home.news} />}
      </div>
    </>
  )
}

function Latest({ chat }: { chat: NonNullable<HomeRead['latest']> }) {
  const t = useT()
  const { go } = useHelp()
  const name = chat.assignee?.name ?? (chat.ai === 'on' ? t('talk.agent') : t('talk.team'))
  return (
    <Card as="button" link className="flex w-full items-center gap-3 p-3.5 text-start" onClick={() => go({ at: 'talk', id: chat.id })}>
      <Face chat={chat} name={name} size={36} />
      <span className="min-w-0 flex-1">
        <span className="flex gap-2 text-13">
          <b className="min-w-0 flex-1 truncate font-semibold">{t(chat.unread_count > 0 ? 'home.answered' : 'home.with', { name })}</b>
          <Time value={chat.last_message_at} className="text-12 text-text-3" />
        </span>
        <span className="block truncate text-13 text-text-3">{chat.preview}</span>
      </span>
      {chat.unread_count > 0 && (
        <span role="img" className="size-2.5 flex-none rounded-full bg-danger-solid" aria-label={t('window.unread', { count: chat.unread_count })} />
      )}
    </Card>
  )
}
function Live({ home: { live, has_tickets } }: { home: HomeRead }) {
  const t = useT()
  const { go } = useHelp()
  return (
    <Card className="grid gap-3 p-3.5">
      <div className="flex items-center gap-3">
        <span aria-hidden="true" className={`size-2.5 flex-none rounded-full ${live.is_open ? 'bg-success-solid' : 'bg-strong'}`} />
        <p className="min-w-0 flex-1 text-13">
          <b className="block font-semibold">{t(live.is_open ? 'live.open' : 'live.closed')}</b>
          <span className="text-text-3">
            {live.is_open
              ? live.minutes !== null && t('live.minutes', { count: live.minutes })
              : live.opens_at && (
                  <>
                    {t('live.opens')} <Time value={live.opens_at} kind="datetime" within />
                  </>
                )}
          </span>
        </p>
        <Button size="sm" variant={live.is_open ? 'primary' : 'default'} onClick={() => go({ at: 'write', way: live.is_open ? 'live' : 'message' })}>
          {t(live.is_open ? 'live.start' : 'live.write')}
        </Button>
      </div>
      {has_tickets && (
        <button type="button" className="link justify-self-start text-13 max-desk:-my-2.5 max-desk:min-h-11" onClick={() => go({ at: 'write', way: 'ticket' })}>
          {t('write.ticket')}
        </button>
      )}
    </Card>
  )
}
const Box = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card as="section" aria-label={title} className="py-2">
    <h3 className="px-4 pt-1 pb-1 text-13 font-semibold">{title}</h3>
    {children}
  </Card>
)
function Rows({ title, articles }: { title: string; articles: readonly Article[] }) {
  return (
    <Box title={title}>
      {articles.map((article) => (
        <ArticleRow key={article.id} article={article} />
      ))}
    </Box>
  )
}
export function ArticleRow({ article, excerpt = false }: { article: Article; excerpt?: boolean }) {
  const { go } = useHelp()
  return (
    <button
      type="button"
      onClick={() => go({ at: 'article', id: article.id })}
      className="flex min-h-11 w-full items-center gap-3 px-4 py-2 text-start hover:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span className="block wrap-anywhere">{article.title}</span>
        {excerpt && <span className="line-clamp-2 text-13 text-text-3">{article.excerpt}</span>}
      </span>
      <Icon name="chevron-right" size="sm" className="flex-none text-text-3" />
    </button>
  )
}
