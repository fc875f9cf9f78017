/** What others use of the editor. */
export { Editor } from './Editor.tsx'
export type { EditorHandle, EditorProps, MentionHit } from './props.ts'
