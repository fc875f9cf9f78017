/** A link as a card, and a player that loads nothing from its host before somebody presses play. */
import { useEffect, useState } from 'react'
import type { Route } from '../../core/contract.ts'
import { isMovingPicture, type Player, playerOf } from '../../core/players.ts'
import { safeFile, safeHref } from '../../richtext/rules.ts'
import { useWords } from '../core/i18n.tsx'
import { useRead, useWrite } from '../core/queries.ts'
import { useSession } from '../core/session.ts'
import { cx } from '../ui/cx.ts'
import { Icon } from '../ui/Icon.tsx'
import { Picture } from '../ui/Picture.tsx'

interface Preview {
  status: 'ready' | 'pending' | 'failed' | 'unknown'
  title: string | null
  description: string | null
  site_name: string | null
  image_url: string | null
}
const read: Route = { plugin: 'media', name: 'embed', method: 'GET', path: '/internal_api/embeds', options: { can: 'member' } }
const ask: Route = { plugin: 'media', name: 'createEmbed', method: 'POST', path: '/internal_api/embeds', options: { can: 'member' } }
const ASK_AGAIN_MS = 1_500
const STOP_ASKING = 8

/** What the server knows of a page; members let it look when it knows nothing. */
function usePreview(url: string): Preview | undefined {
  const { member, viewOnly } = useSession()
  const [asked, setAsked] = useState(0)
  const input = { query: { url } }
  const { data, refetch } = useRead(read as Route<any>, input as never, { enabled: Boolean(member), staleTime: 600_000 })
  const preview = data as Preview | undefined
  const look = useWrite(ask as Route<any>)
  const start = () => look.mutate({ body: { url } } as never, { onSettled: () => setAsked((times) => times + 1), onError: () => setAsked(STOP_ASKING) })
  const status = preview?.status
  // biome-ignore lint/correctness/useExhaustiveDependencies: one question each time the last one is answered
  useEffect(() => {
    if (status === 'unknown' && !viewOnly && asked === 0) start()
    if ((status !== 'pending' && status !== 'unknown') || asked === 0 || asked >= STOP_ASKING) return
    const timer = setTimeout(() => void refetch().then(() => setAsked((times) => times + 1)), ASK_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [status, asked])
  return preview
}

const hostOf = (href: string) => new URL(href).hostname.replace(/^www\./, '')
const LOOK = 'my-3.5 block overflow-hidden rounded-card border bg-surface'

export function EmbedCard({ url, inert }: { url: unknown; inert?: boolean }) {
  const t = useWords()
  const href = safeHref(url)
  const [playing, setPlaying] = useState(false)
  const preview = usePreview(href ?? '')
  if (!href) return null
  const player = playerOf(href)
  const image = safeFile(preview?.image_url)
  if (player && playing) return <Frame player={player} title={preview?.title ?? t('embed.player', { name: player.name })} />
  const words = (
    <span className="block min-w-0 flex-1 px-3.5 py-3">
      <span className="block truncate text-12 text-text-3">{preview?.site_name ?? player?.name ?? hostOf(href)}</span>
      <span className="line-clamp-2 text-15 font-medium text-text">{preview?.title ?? href.replace(/^https?:\/\/(www\.)?/, '')}</span>
      {preview?.description && <span className="mt-0.5 line-clamp-2 text-13 text-text-2">{preview.description}</span>}
    </span>
  )
  if (player)
    return (
      <div className={LOOK} data-embed={player.name}>
        <button
          type="button"
          tabIndex={inert ? -1 : undefined}
          onClick={() => !inert && setPlaying(true)}
          aria-label={t('embed.play', { name: preview?.title ?? player.name })}
          className={cx('group relative grid w-full place-items-center overflow-hidden bg-surface-2', player.ratio ? 'aspect-video' : 'h-32')}
        >
          {image && <img src={image} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />}
          <span className="relative grid size-14 place-items-center rounded-full bg-black text-white opacity-85 transition-transform group-hover:scale-105">
            <Icon name="play" size="lg" />
          </span>
        </button>
        <div className="flex items-center border-t">
          {words}
          {!inert && (
            <a href={href} target="_blank" rel="noopener nofollow ugc" className="link me-3.5 shrink-0 text-13">
              {t('embed.open', { name: player.name })}
            </a>
          )}
        </div>
      </div>
    )
  if (image && isMovingPicture(href))
    return (
      <figure data-embed="gif" className="my-5">
        <img src={image} alt={preview?.title ?? ''} loading="lazy" className="max-h-[70vh] max-w-full rounded-card" />
      </figure>
    )
  const card = (
    <>
      {image && (
        <span className="w-32 shrink-0 border-e max-desk:w-24">
          <Picture src={image} alt="" ratio={1} className="h-full" />
        </span>
      )}
      {words}
    </>
  )
  if (inert)
    return (
      <div className={cx(LOOK, 'flex')} data-embed="link">
        {card}
      </div>
    )
  return (
    <a href={href} target="_blank" rel="noopener nofollow ugc" data-embed="link" className={cx(LOOK, 'flex no-underline transition-colors hover:bg-hover')}>
      {card}
    </a>
  )
}

const Frame = ({ player, title }: { player: Player; title: string }) => (
  <iframe
    src={player.src}
    title={title}
    // Its own origin, so that it may keep its own settings; nothing of ours is within its reach.
    sandbox="allow-scripts allow-same-origin allow-presentation allow-popups allow-popups-to-escape-sandbox"
    allow="autoplay; fullscreen; encrypted-media; picture-in-picture"
    referrerPolicy="strict-origin-when-cross-origin"
    className={cx(LOOK, 'w-full')}
    style={player.ratio ? { aspectRatio: player.ratio } : { height: player.height }}
  />
)
