export const words = {
  title: 'Files',
  none: 'No file is attached.',
  add: 'Attach files',
  added: (name: string) => `${name} is attached`,
  limit: 'Up to 25 MB each.',
  tooLarge: 'It is larger than 25 MB.',
  sending: (name: string) => `Sending ${name}`,
  refused: (name: string) => `${name} is not attached:`,
  name: 'File',
  size: 'Size',
  came: 'Came',
  save: 'Download',
  leaving: {
    title: 'Files are still being sent',
    text: 'They go on being sent, but whether one is refused you would not see.',
    leave: 'Leave anyway',
  },
}
