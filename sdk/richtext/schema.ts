/** The extensions that make the schema of rich text, the same in the editor and on the server. */
import { type Extensions, mergeAttributes, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { formatBytes, mentionPath, RECORD_NODES, safeHref } from './rules.ts'
import { structures } from './structures.ts'

/** An attribute that survives copying between two editors as `data-…`. */
const data = (name: string, initial: unknown = null) => {
  const key = `data-${name.replaceAll('_', '-')}`
  const number = /_id$|^(byte_)?size$|width|height|^id$|span$/.test(name) && name !== 'signed_id'
  return {
    [name]: {
      default: initial,
      parseHTML: (element: HTMLElement) => {
        const text = element.getAttribute(key)
        return text === null ? initial : number ? Number(text) || initial : text
      },
      renderHTML: (attributes: Record<string, unknown>) => (attributes[name] == null || attributes[name] === '' ? {} : { [key]: attributes[name] }),
    },
  }
}

const dataOf = ({ dataset: { id, kind, slug } }: HTMLElement) => ({ id: Number(id) || null, kind, slug })

/** A picture that was uploaded; one from elsewhere is not parsed. */
export const Picture = Node.create({
  name: 'image',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    ...data('file_id'),
    ...data('signed_id'),
    ...data('filename'),
    src: { default: null },
    alt: { default: '' },
    ...data('width'),
    ...data('height'),
    ...data('caption'),
    ...data('size'),
    ...data('align'),
  }),
  parseHTML: () => [{ tag: 'img[data-signed-id]' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const picture = ['img', mergeAttributes(HTMLAttributes, { width: node.attrs.width, height: node.attrs.height })] as const
    const { size, align } = node.attrs
    const frame = { ...(size && size < 100 ? { style: `width: ${size}%` } : {}), ...(align ? { 'data-align': align } : {}) }
    return node.attrs.caption ? ['figure', frame, picture, ['figcaption', {}, node.attrs.caption]] : ['figure', frame, picture]
  },
})

/** What is known of an upload; its address is made for each reader, and not kept. */
const uploaded = () => ({
  ...data('file_id'),
  ...data('signed_id'),
  ...data('filename', ''),
  ...data('byte_size', 0),
  ...data('content_type', ''),
  src: { default: null, rendered: false },
})

/** A video that was uploaded. */
export const Video = Node.create({
  name: 'video',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    ...uploaded(),
    ...data('caption'),
  }),
  parseHTML: () => [{ tag: 'div[data-video][data-signed-id]', priority: 60 }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-video': '' })],
})

/** The address of a page or a player, shown as a card. */
export const Embed = Node.create({
  name: 'embed',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({ ...data('url', '') }),
  parseHTML: () => [{ tag: 'div[data-url]' }],
  renderHTML: ({ HTMLAttributes }) => ['div', HTMLAttributes],
  renderText: ({ node }) => node.attrs.url,
})

/** A file to download. */
export const FileNode = Node.create({
  name: 'file',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    ...uploaded(),
  }),
  parseHTML: () => [{ tag: 'div[data-signed-id][data-filename]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { class: 'file' }),
    ['span', {}, node.attrs.filename],
    ['span', {}, formatBytes(node.attrs.byte_size)],
  ],
})

/** A member, a space or a group of spaces named with @; `sgid` is the server's word that it is this member. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ ...data('sgid'), ...data('id'), ...data('label', ''), ...data('kind', 'member'), ...data('slug') }),
  parseHTML: () => [{ tag: 'span[data-label]', getAttrs: (element) => (mentionPath(dataOf(element)) ? null : false) }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes, { class: 'mention' }), `@${node.attrs.label}`],
  renderText: ({ node }) => `@${node.attrs.label}`,
})

/** All nodes and marks. The editor adds behaviour on top, never new kinds. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    underline: false,
    bulletList: { HTMLAttributes: { dir: 'auto' } },
    orderedList: { HTMLAttributes: { dir: 'auto' } },
    blockquote: { HTMLAttributes: { dir: 'auto' } },
    link: {
      openOnClick: false,
      autolink: true,
      linkOnPaste: true,
      defaultProtocol: 'https',
      isAllowedUri: (address) => safeHref(address) !== null,
      HTMLAttributes: { target: '_blank', rel: 'noopener nofollow ugc' },
    },
    dropcursor: { width: 2, color: 'var(--focus)' },
  }),
  Picture,
  Video,
  FileNode,
  Embed,
  Mention,
  ...structures,
  ...RECORD_NODES.map((name) =>
    Node.create({
      name,
      group: 'block',
      atom: true,
      draggable: true,
      addAttributes: () => ({ ...data('id') }),
      parseHTML: () => [{ tag: `div[data-record="${name}"]` }],
      renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes, { 'data-record': name })],
    }),
  ),
]
