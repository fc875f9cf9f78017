/** The editor's door. */
export { Editor } from './Editor.tsx'
export type { EditorProps, MentionHit } from './props.ts'
