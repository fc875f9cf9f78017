export default function Hub() { return null }
