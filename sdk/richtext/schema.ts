/** The extensions that make the schema of rich text, the same in the editor and on the server. */
import { type Extensions, mergeAttributes, Node } from '@tiptap/core'
import StarterKit from '@tiptap/starter-kit'
import { formatBytes, safeHref } from './rules.ts'

/** An attribute that survives copying between two editors as `data-…`. */
const data = (name: string, initial: unknown = null) => {
  const key = `data-${name.replaceAll('_', '-')}`
  const number = /_id$|size|width|height|^id$/.test(name) && name !== 'signed_id'
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
  }),
  parseHTML: () => [{ tag: 'img[data-signed-id]' }],
  renderHTML: ({ node, HTMLAttributes }) => {
    const picture = ['img', mergeAttributes(HTMLAttributes, { width: node.attrs.width, height: node.attrs.height })] as const
    return node.attrs.caption ? ['figure', {}, picture, ['figcaption', {}, node.attrs.caption]] : ['figure', {}, picture]
  },
})

/** A file to download. */
export const FileNode = Node.create({
  name: 'file',
  group: 'block',
  atom: true,
  draggable: true,
  addAttributes: () => ({
    ...data('file_id'),
    ...data('signed_id'),
    ...data('filename', ''),
    ...data('byte_size', 0),
    ...data('content_type', ''),
    src: { default: null, rendered: false },
  }),
  parseHTML: () => [{ tag: 'div[data-signed-id][data-filename]' }],
  renderHTML: ({ node, HTMLAttributes }) => [
    'div',
    mergeAttributes(HTMLAttributes, { class: 'file' }),
    ['span', {}, node.attrs.filename],
    ['span', {}, formatBytes(node.attrs.byte_size)],
  ],
})

/** A member named with @; `sgid` is the server's word that it is this member. */
export const Mention = Node.create({
  name: 'mention',
  group: 'inline',
  inline: true,
  atom: true,
  selectable: false,
  addAttributes: () => ({ ...data('sgid'), ...data('id'), ...data('label', '') }),
  parseHTML: () => [{ tag: 'span[data-sgid]' }],
  renderHTML: ({ node, HTMLAttributes }) => ['span', mergeAttributes(HTMLAttributes, { class: 'mention' }), `@${node.attrs.label}`],
  renderText: ({ node }) => `@${node.attrs.label}`,
})

/** All nodes and marks. The editor adds behaviour on top, never new kinds. */
export const extensions: Extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3] },
    underline: false,
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
  FileNode,
  Mention,
]
