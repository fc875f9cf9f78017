/** The editor's door. */
export { Editor, type EditorProps, type MentionHit } from './Editor.tsx'
