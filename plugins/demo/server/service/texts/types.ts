/** Shapes of the texts that Clay & Fire is made of. */
import type { PictureKey } from '../pictures.ts'

export type Level = 'new' | 'maker' | 'master'
/** What a text is about; decides who writes it and which answers fit. */
export type Subject = 'glaze' | 'kiln' | 'clay' | 'tools' | 'selling' | 'reading' | 'meet'
/** What a text wants from its readers; decides how they answer. */
export type Kind = 'question' | 'show' | 'howto' | 'announcement' | 'chat' | 'intro' | 'swap'
export type SpaceKey =
  | 'introductions'
  | 'announcements'
  | 'how-we-work'
  | 'show-and-tell'
  | 'glaze-lab'
  | 'kiln-talk'
  | 'tools'
  | 'slow-reading'
  | 'open-studio'
  | 'swap-shelf'
  | 'selling'
  | 'meetups'
export type TopicKey = 'tableware' | 'wood-fired' | 'porcelain' | 'failures' | 'glaze fit' | 'first firings'

export interface Person {
  key: string
  name: string
  headline: string
  place: string
  bio: string
  level: Level
  likes: Subject[]
  /** Days since joining. */
  since: number
  /** File of a portrait. */
  face?: string
  /** Number of a drawn one. */
  look?: number
  site?: string
  moderates?: true
  /** The first post, in Introductions. */
  hello?: { title: string; body: string; picture?: PictureKey }
}

export interface Post {
  in: SpaceKey
  kind: Kind
  about?: Subject
  title: string
  /** Markdown as `textToDoc` takes it; a line `[picture mugs] Caption` is a picture in the text. */
  body: string
  /** Key of the author; without one somebody suitable is found. */
  by?: string
  level?: Level
  /** Days ago; without it some day of the year. */
  days?: number
  /** How much talk it stirs; 1 is usual. */
  heat?: number
  cover?: PictureKey
  topic?: TopicKey
  pinned?: true
}

/** Posts of one sort: each case has its own matter, further paragraphs and last words suit all of them and are used in turn. */
export interface Kit extends Pick<Post, 'in' | 'kind' | 'about' | 'level' | 'topic'> {
  cases: Pick<Post, 'title' | 'body' | 'cover' | 'by'>[]
  more?: string[]
  close?: string[]
}
