/** Places whose videos and sounds play inside a text: recognised by the address alone, so that nobody is asked before a reader presses play. */

export interface Player {
  /** Its name, as people know it. */
  name: string
  /** What the frame shows. */
  src: string
  /** Width to height; null for a player of a fixed height. */
  ratio: number | null
  /** Pixels, where there is no ratio. */
  height?: number
}
interface Provider {
  name: string
  hosts: RegExp
  /** The frame's address, or null when the page holds nothing to play. */
  frame: (url: URL) => string | null
  ratio?: number
  height?: (url: URL) => number
}

const part = (url: URL, pattern: RegExp): string | null => pattern.exec(url.pathname)?.[1] ?? null
const within = (base: string, id: string | null, rest = '') => id && `${base}${id}${rest}`

const PROVIDERS: Provider[] = [
  {
    name: 'YouTube',
    hosts: /^(www\.|m\.|music\.)?(youtube(-nocookie)?\.com|youtu\.be)$/,
    frame: (url) => {
      const id =
        url.hostname === 'youtu.be' ? part(url, /^\/([\w-]{11})$/) : (url.searchParams.get('v') ?? part(url, /^\/(?:embed|shorts|live|v)\/([\w-]{11})/))
      const start = /^(\d{1,6})s?$/.exec(url.searchParams.get('t') ?? url.searchParams.get('start') ?? '')?.[1]
      return id && /^[\w-]{11}$/.test(id) ? `https://www.youtube-nocookie.com/embed/${id}?autoplay=1${start ? `&start=${start}` : ''}` : null
    },
  },
  {
    name: 'Vimeo',
    hosts: /^(www\.|player\.)?vimeo\.com$/,
    frame: (url) => {
      const [, id, key] = /^\/(?:video\/|channels\/[\w-]+\/)?(\d{4,12})(?:\/([0-9a-f]{6,16}))?\/?$/.exec(url.pathname) ?? []
      return within('https://player.vimeo.com/video/', id ?? null, `?dnt=1&autoplay=1${key ? `&h=${key}` : ''}`)
    },
  },
  {
    name: 'Loom',
    hosts: /^(www\.)?loom\.com$/,
    frame: (url) => within('https://www.loom.com/embed/', part(url, /^\/(?:share|embed)\/([0-9a-f]{32})/), '?autoplay=1'),
  },
  {
    name: 'Spotify',
    hosts: /^open\.spotify\.com$/,
    frame: (url) =>
      within('https://open.spotify.com/embed/', part(url, /^\/(?:intl-[a-z-]+\/)?((?:track|album|playlist|artist|episode|show)\/[A-Za-z0-9]{22})/)),
    height: (url) => (/\/(track|episode)\//.test(url.pathname) ? 152 : 352),
  },
  {
    name: 'SoundCloud',
    hosts: /^(www\.|m\.)?soundcloud\.com$/,
    frame: (url) => {
      const path = part(url, /^\/([\w-]+\/(?:sets\/)?[\w-]+)\/?$/)
      return path && `https://w.soundcloud.com/player/?url=${encodeURIComponent(`https://soundcloud.com/${path}`)}&auto_play=true`
    },
    height: () => 166,
  },
  {
    name: 'X',
    hosts: /^(www\.|mobile\.)?(x|twitter)\.com$/,
    frame: (url) => within('https://platform.twitter.com/embed/Tweet.html?dnt=true&id=', part(url, /^\/\w{1,15}\/status\/(\d{5,20})/)),
    height: () => 480,
  },
]

/** Where frames may lead; the page's content policy names these and no others. */
export const PLAYER_ORIGINS: readonly string[] = [
  'https://www.youtube-nocookie.com',
  'https://player.vimeo.com',
  'https://www.loom.com',
  'https://open.spotify.com',
  'https://w.soundcloud.com',
  'https://platform.twitter.com',
]

/** The player for an address, or null: then it is a link like any other. */
export function playerOf(address: string): Player | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  const provider = /^https?:$/.test(url.protocol) && !url.username && !url.port ? PROVIDERS.find(({ hosts }) => hosts.test(url.hostname)) : undefined
  const src = provider?.frame(url)
  if (!provider || !src) return null
  return provider.height
    ? { name: provider.name, src, ratio: null, height: provider.height(url) }
    : { name: provider.name, src, ratio: provider.ratio ?? 16 / 9 }
}

/** Whether the address is that of a GIF, by its ending; such a one is shown as the picture it is. */
export const isMovingPicture = (address: string): boolean => URL.canParse(address) && /\.gif$/i.test(new URL(address).pathname)
