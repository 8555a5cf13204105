import { address, website } from '../articles';

export const metadata = {
  title: { default: website.title, template: `%s – ${website.title}` },
  description: website.description,
  alternates: { types: { 'application/rss+xml': `${address}/feed.xml` } },
  icons: 'data:,',
};

export default function Layout({ children }: LayoutProps<'/'>) {
  return (
    <html lang={website.language}>
      <body>
        <style>{css}</style>
        <header>
          <a href="/">{website.title}</a>
          <nav aria-label="Website"><a href="/search">Search</a><a href="/feed.xml">Feed</a></nav>
        </header>
        <main>{children}</main>
      </body>
    </html>
  );
}

const css = `
  :root { color-scheme: light dark; --paper: #fcfbf8; --ink: #21201d; --note: #67635b; --line: #e2ded4; --link: #0a5c8f; --soft: #f3f0e8; }
  @media (prefers-color-scheme: dark) { :root { --paper: #171818; --ink: #e6e3dc; --note: #a39e94; --line: #353530; --link: #8ac6f0; --soft: #232422; } }
  * { box-sizing: border-box; }
  html { background: var(--paper); color: var(--ink); font: 1.0625rem/1.65 system-ui, sans-serif; }
  html body { max-width: 44rem; margin: auto; background: none; color: inherit; padding: 0 1.25rem 4rem; overflow-wrap: break-word; }
  a { color: var(--link); text-underline-offset: 0.2em; }
  h1, h2, h3, header > a { font: 700 1.2rem/1.2 Charter, 'Iowan Old Style', Palatino, Georgia, serif; text-wrap: balance; }
  h1 { font-size: clamp(1.9rem, 6vw, 2.75rem); margin: 0.5rem 0 1rem; }
  h2 { font-size: 1.5rem; margin: 2.5rem 0 0.75rem; }
  header { display: flex; justify-content: space-between; align-items: baseline; padding: 1.5rem 0; margin-bottom: 2.5rem; border-bottom: 1px solid var(--line); }
  header nav a { margin-left: 1.25rem; }
  :is(header, h2, .tags, .beside) a { color: inherit; text-decoration: none; &:hover { color: var(--link); } }
  .note, .tags { color: var(--note); font-size: 0.9rem; margin: 0; }
  .tags a { display: inline-block; margin-right: 0.5rem; padding: 0 0.6rem; border: 1px solid var(--line); border-radius: 1rem; }
  .list { list-style: none; margin: 0; padding: 0; }
  .list li { display: flow-root; padding: 1.75rem 0; border-bottom: 1px solid var(--line); }
  .list :is(h2, p) { margin: 0 0 0.5rem; }
  .list img { float: right; width: 30%; aspect-ratio: 4/3; object-fit: cover; margin-left: 1.25rem; }
  .draft { margin: 0 0 2rem; padding: 0.5rem 1.25rem; border-radius: 0.5rem; background: var(--ink); color: var(--paper); }
  .draft a { color: inherit; }
  .contents, blockquote { margin: 2rem 0; padding-left: 1.25rem; border-left: 3px solid var(--line); }
  .contents a { display: table; color: inherit; text-decoration-color: var(--line); }
  .beside { display: grid; grid-template-columns: repeat(auto-fit, minmax(14rem, 1fr)); gap: 1rem; margin-top: 3rem; }
  .beside a { padding: 1rem; border: 1px solid var(--line); border-radius: 0.5rem; }
  img, video { max-width: 100%; height: auto; border-radius: 0.5rem; }
  pre, .markdown-alert { padding: 0.5rem 1.25rem; border-radius: 0.5rem; background: var(--soft); }
  code { font: 0.9em ui-monospace, monospace; white-space: pre-wrap; }
  table { border-collapse: collapse; width: 100%; }
  article { overflow-x: auto; }
  th, td { padding: 0.5rem 0.75rem; border-bottom: 1px solid var(--line); text-align: left; }
  input[type='search'] { width: 100%; padding: 0.75rem 1rem; border: 1px solid var(--note); border-radius: 0.5rem; background: var(--soft); font: inherit; color: inherit; }
`;
