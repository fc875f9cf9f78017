/** What others use of the editor. */
export { Editor } from './Editor.tsx'
export type { EditorProps, MentionHit } from './props.ts'
