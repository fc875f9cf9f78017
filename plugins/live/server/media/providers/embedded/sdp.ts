/** Reads offers of browsers strictly, keeps only what the engine speaks (VP8 and Opus over one encrypted way), and writes the answers. */
import { LAYERS, type Layer, MediaRefusal } from '../engine.ts'

const MOST_BYTES = 64 * 1024
const MOST_SECTIONS = 40
const MOST_CANDIDATES = 64
const MOST_LINE = 1024
const MOST_SSRCS = 16

export type Kind = 'audio' | 'video'
export const CLOCKS = { audio: 48_000, video: 90_000 } as const
const CODECS = { audio: /^opus\/48000\/2$/i, video: /^vp8\/90000$/i } as const

export const EXTENSIONS = {
  mid: 'urn:ietf:params:rtp-hdrext:sdes:mid',
  rid: 'urn:ietf:params:rtp-hdrext:sdes:rtp-stream-id',
  level: 'urn:ietf:params:rtp-hdrext:ssrc-audio-level',
  sent: 'http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time',
} as const
export type Extension = keyof typeof EXTENSIONS

export interface Section {
  mid: string
  kind: Kind
  sends: boolean
  receives: boolean
  /** Refused by the browser itself. */
  isOff: boolean
  payloadType: number
  format: string
  extensions: Partial<Record<Extension, number>>
  layers: Layer[]
  ssrcs: number[]
}
export interface Offer {
  /** Changes when the browser begins anew. */
  session: string
  fingerprint: string
  sections: Section[]
}

const bad = (what: string): never => {
  throw new MediaRefusal('bad_offer', what)
}

type Attributes = Map<string, string[]>
function attributesOf(lines: string[]): Attributes {
  const found: Attributes = new Map()
  for (const line of lines) {
    if (!line.startsWith('a=')) continue
    const colon = line.indexOf(':')
    const name = line.slice(2, colon < 0 ? undefined : colon)
    const values = found.get(name) ?? []
    values.push(colon < 0 ? '' : line.slice(colon + 1))
    found.set(name, values)
  }
  return found
}
const firstOf = (attributes: Attributes, name: string): string | undefined => attributes.get(name)?.[0]

function extensionsOf(attributes: Attributes): Section['extensions'] {
  const found: Section['extensions'] = {}
  for (const line of attributes.get('extmap') ?? []) {
    const [, id, uri] = /^(\d{1,3})(?:\/\w+)? (\S+)/.exec(line) ?? []
    const name = (Object.keys(EXTENSIONS) as Extension[]).find((key) => EXTENSIONS[key] === uri)
    if (name && Number(id) >= 1 && Number(id) <= 14) found[name] = Number(id)
  }
  return found
}

/** The number under which this kind's one codec is offered, with its parameters. */
function codecOf(kind: Kind, formats: string[], attributes: Attributes): Pick<Section, 'payloadType' | 'format'> | null {
  for (const line of attributes.get('rtpmap') ?? []) {
    const [, type = '', name = ''] = /^(\d{1,3}) (\S+)/.exec(line) ?? []
    if (!CODECS[kind].test(name) || !formats.includes(type) || Number(type) > 127) continue
    const format = attributes.get('fmtp')?.find((one) => one.startsWith(`${type} `)) ?? ''
    return { payloadType: Number(type), format: format.slice(type.length + 1) }
  }
  return null
}

function layersOf(attributes: Attributes): Layer[] {
  const lines = (attributes.get('rid') ?? []).filter((line) => /^\S+ send\b/.test(line))
  const layers = lines.map((line) => line.split(' ')[0] as Layer)
  if (layers.some((layer) => !LAYERS.includes(layer)) || new Set(layers).size < layers.length) bad('layers are h, m and l')
  return LAYERS.filter((layer) => layers.includes(layer))
}

function sectionOf([first = '', ...lines]: string[]): Section {
  const [, kind, port, formats = ''] =
    /^m=(audio|video) (\d{1,5}) UDP\/TLS\/RTP\/SAVPF ([\d ]+)$/.exec(first) ?? bad('a section that is neither sound nor picture')
  const attributes = attributesOf(lines)
  const mid = firstOf(attributes, 'mid') ?? ''
  if (!/^[\w{}.+-]{1,32}$/.test(mid)) bad('a section without a name')
  const both = attributes.has('sendrecv') || !(attributes.has('sendonly') || attributes.has('recvonly') || attributes.has('inactive'))
  const isOff = port === '0' && !attributes.has('bundle-only')
  const sends = !isOff && (both || attributes.has('sendonly'))
  const receives = !isOff && (both || attributes.has('recvonly'))
  const codec = codecOf(kind as Kind, formats.trim().split(' '), attributes)
  if (!codec && (sends || receives)) bad(`no ${kind === 'audio' ? 'Opus' : 'VP8'}`)
  if (!isOff && !attributes.has('rtcp-mux')) bad('reports on another port')
  const ssrcs = [...new Set((attributes.get('ssrc') ?? []).map((line) => Number.parseInt(line, 10)))].filter((ssrc) => ssrc >= 0 && ssrc < 2 ** 32)
  if (ssrcs.length > MOST_SSRCS) bad('too many sources')
  return {
    mid,
    kind: kind as Kind,
    sends,
    receives,
    isOff,
    payloadType: codec?.payloadType ?? 0,
    format: codec?.format ?? '',
    extensions: extensionsOf(attributes),
    layers: kind === 'video' && sends ? layersOf(attributes) : [],
    ssrcs,
  }
}

/** @throws MediaRefusal `bad_offer` */
export function parseOffer(sdp: string): Offer {
  if (sdp.length > MOST_BYTES) bad('too long')
  if (!sdp.startsWith('v=0')) bad('no session description')
  const lines = sdp.split(/\r?\n/).filter(Boolean)
  if (lines.some((line) => line.length > MOST_LINE)) bad('a line is too long')
  if (lines.filter((line) => line.startsWith('a=candidate:')).length > MOST_CANDIDATES) bad('too many candidates')
  const begins = lines.flatMap((line, at) => (line.startsWith('m=') ? [at] : []))
  if (begins.length === 0 || begins.length > MOST_SECTIONS) bad('too few or too many sections')
  const groups = begins.map((at, n) => lines.slice(at, begins[n + 1]))
  const session = attributesOf(lines.slice(0, begins[0]))
  const sections = groups.map(sectionOf)
  const live = sections.filter(({ isOff }) => !isOff)
  if (new Set(sections.map(({ mid }) => mid)).size < sections.length) bad('two sections of one name')
  const bundle =
    session
      .get('group')
      ?.find((line) => line.startsWith('BUNDLE '))
      ?.split(' ')
      .slice(1) ?? []
  if (live.length === 0 || live.some(({ mid }) => !bundle.includes(mid))) bad('not in one bundle')
  const transport = attributesOf(groups[sections.indexOf(live[0]!)]!)
  const own = (name: string) => firstOf(transport, name) ?? firstOf(session, name) ?? ''
  const [, fingerprint] = /^sha-256 ((?:[\dA-F]{2}:){31}[\dA-F]{2})$/i.exec(own('fingerprint')) ?? bad('no fingerprint by sha-256')
  if (!/^[\w+/]{4,256}$/.test(own('ice-ufrag')) || !/^[\w+/]{22,256}$/.test(own('ice-pwd'))) bad('no name or password')
  if (!['actpass', 'passive'].includes(own('setup'))) bad('the engine begins')
  return { session: `${own('ice-ufrag')} ${own('ice-pwd')} ${fingerprint}`, fingerprint: fingerprint!.toUpperCase(), sections }
}

export interface AnswerSection {
  direction: 'sendonly' | 'recvonly' | 'inactive'
  /** What is sent here: sound and picture of one stream are kept together. */
  sends?: { ssrc: number; stream: string; track: string }
}
export interface AnswerParts {
  name: string
  password: string
  fingerprint: string
  candidates: string[]
  /** One for each section of the offer. */
  sections: AnswerSection[]
}

const FEEDBACK = { audio: [], video: ['nack', 'nack pli', 'ccm fir', 'goog-remb'] } as const

export function writeAnswer({ sections: offered }: Offer, { name, password, fingerprint, candidates, sections }: AnswerParts): string {
  const mids = offered.filter(({ isOff }) => !isOff).map(({ mid }) => mid)
  const lines = ['v=0', 'o=- 1 1 IN IP4 127.0.0.1', 's=-', 't=0 0', `a=group:BUNDLE ${mids.join(' ')}`, 'a=ice-lite', 'a=msid-semantic:WMS *']
  for (const [at, section] of offered.entries()) {
    const { direction, sends } = sections[at]!
    const type = section.payloadType
    lines.push(`m=${section.kind} ${section.isOff ? 0 : 9} UDP/TLS/RTP/SAVPF ${type}`, 'c=IN IP4 0.0.0.0', `a=mid:${section.mid}`)
    if (section.isOff) {
      lines.push('a=inactive')
      continue
    }
    lines.push(`a=${direction}`, 'a=rtcp-mux', 'a=rtcp-rsize', `a=ice-ufrag:${name}`, `a=ice-pwd:${password}`)
    lines.push(`a=fingerprint:sha-256 ${fingerprint}`, 'a=setup:active')
    // all go one way, which the first describes
    if (section.mid === mids[0]) lines.push(...candidates.map((line) => `a=${line}`), 'a=end-of-candidates')
    lines.push(`a=rtpmap:${type} ${section.kind === 'audio' ? 'opus/48000/2' : 'VP8/90000'}`)
    lines.push(...FEEDBACK[section.kind].map((what) => `a=rtcp-fb:${type} ${what}`))
    if (section.format) lines.push(`a=fmtp:${type} ${section.format}`)
    for (const [key, id] of Object.entries(section.extensions)) lines.push(`a=extmap:${id} ${EXTENSIONS[key as Extension]}`)
    if (direction === 'recvonly' && section.layers.length) {
      lines.push(...section.layers.map((layer) => `a=rid:${layer} recv`), `a=simulcast:recv ${section.layers.join(';')}`)
    }
    if (sends) lines.push(`a=msid:${sends.stream} ${sends.track}`, `a=ssrc:${sends.ssrc} cname:${sends.stream}`)
  }
  return `${lines.join('\r\n')}\r\n`
}
