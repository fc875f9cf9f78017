/** What happened since one was here last; put away, it stays away until the next absence. */
import type { RouteReply } from '@atrium/sdk'
import { AvatarStack, call, Icon, IconButton, Link, Time, useSession, useT, useWrite } from '@atrium/sdk/web'
import { useEffect, useState } from 'react'
import contract from '../../contract.ts'

type Visit = RouteReply<typeof contract.routes.visit>
/** One visit a page load, whatever comes and goes on the screen. */
let visit: Promise<Visit> | null = null

export default function Away() {
  const t = useT()
  const { viewOnly } = useSession()
  const [away, setAway] = useState<Visit['away']>(null)
  const close = useWrite(contract.routes.closeAway)
  useEffect(() => {
    if (viewOnly) return
    let here = true
    // news are a courtesy: without them the page is whole
    visit ??= call(contract.routes.visit).catch(() => ({ away: null }))
    void visit.then((reply) => here && setAway(reply.away))
    return () => {
      here = false
    }
  }, [viewOnly])
  if (!away) return null
  const counts = (['posts', 'comments', 'members'] as const).filter((key) => away[`${key}_count`] > 0)
  const hide = () => {
    setAway(null)
    visit = Promise.resolve({ away: null })
    void close.mutateAsync().catch(() => {})
  }
  return (
    <section aria-labelledby="away" className="rounded-card border border-border bg-surface px-5 py-4">
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 id="away" className="text-15">
            {t('away.title')}
          </h2>
          <p className="text-13 text-text-3">
            {t('away.since')} <Time within value={away.since} />
          </p>
        </div>
        <IconButton icon="x" size="sm" label={t('away.close')} onClick={hide} />
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-5 gap-y-2 text-13 font-medium">
        {counts.map((key) => (
          <li key={key} className="inline-flex items-center gap-2">
            <Icon name={{ posts: 'newspaper', comments: 'message-circle', members: 'user-plus' }[key]} size="sm" />
            {t(`away.${key}`, { count: away[`${key}_count`] })}
            {key === 'members' && <AvatarStack people={away.members} size={20} />}
          </li>
        ))}
      </ul>
      {away.posts.length > 0 && (
        <ul className="mt-3 grid gap-1 border-t border-border pt-3">
          {away.posts.map((post) => (
            <li key={post.path} className="min-w-0">
              <Link to={post.path} className="block truncate text-link hover:underline">
                {post.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
