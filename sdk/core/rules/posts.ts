/** When a post says nothing. */

import { isEmptyDoc, type RichNode } from '../../richtext/rules.ts'

export interface PostBody {
  /** The older editor's HTML. */
  body_trix_content?: string | null
  internal_custom_html?: string | null
  /** The present editor's document, with or without its wrapper. */
  tiptap_body?: { body?: unknown } | null
}
/** No trix content, no custom HTML and an empty document. */
export function isEmptyPost({ body_trix_content, internal_custom_html, tiptap_body }: PostBody): boolean {
  return !body_trix_content?.trim() && !internal_custom_html?.trim() && isEmptyDoc((tiptap_body?.body ?? null) as RichNode | null)
}
