import type { UpstreamToolDetails } from '@countersign/contract';
import { makeVisible } from '@countersign/policy/make-visible';
import { visibleLine } from '@countersign/policy/visible-line';
import { Fact, Facts } from '../../design/facts.tsx';
import { Panel } from '../../design/page.tsx';
import { ScrollBox } from '../../design/scroll-box.tsx';
import { useToolsTexts } from './use-tools-texts.ts';

type Profile = NonNullable<UpstreamToolDetails['profile']>;

/** How a call becomes a request: the same templates that are rendered for whoever approves. */
export function RequestPanel({ tool }: { readonly tool: UpstreamToolDetails }) {
  const texts = useToolsTexts();
  const { profile } = tool;
  if (tool.method === null) return null;
  if (!profile)
    return (
      <Panel title={texts.request}>
        <p className="exact font-sans">
          {texts.mcpRequest} <span className="text-soft">{makeVisible(tool.host ?? '')}</span>
        </p>
      </Panel>
    );
  return (
    <Panel title={texts.request} text={texts.requestText}>
      <div className="grid gap-4">
        <p className="exact rounded-md border border-line bg-wash px-3 py-2 text-small">
          <span className="font-semibold">{profile.method}</span> {makeVisible(profile.url_template)}
        </p>
        <RequestFacts profile={profile} />
        <Body profile={profile} />
      </div>
    </Panel>
  );
}

function RequestFacts({ profile }: { readonly profile: Profile }) {
  const texts = useToolsTexts();
  const headers = Object.entries(profile.headers_template ?? {});
  const { parameters = [], poll, required_audience: audience, required_scopes: scopes = [] } = profile;
  return (
    <Facts className="md:grid-cols-2">
      {headers.length === 0 ? null : (
        <Fact title={texts.headers}>
          {headers.map(([name, value]) => (
            <p key={name} className="exact text-small">
              {makeVisible(`${name}: ${value}`)}
            </p>
          ))}
        </Fact>
      )}
      {parameters.length === 0 ? null : (
        <Fact title={texts.parameters}>
          {parameters.map((parameter) => (
            <p key={parameter.argument}>
              <span className="exact text-small">{makeVisible(parameter.argument)}</span>{' '}
              <span className="text-soft">{texts.parameterIn[parameter.in]}</span>
            </p>
          ))}
        </Fact>
      )}
      <Fact title={texts.timeout}>{texts.seconds(profile.timeout_seconds)}</Fact>
      {profile.idempotency_header === undefined ? null : (
        <Fact title={texts.idempotency}>
          <span className="exact text-small">{makeVisible(profile.idempotency_header)}</span>
        </Fact>
      )}
      {poll ? (
        <Fact title={texts.polls}>
          <span className="exact block text-small">{makeVisible(poll.status_url_template)}</span>
          <span className="exact font-sans text-small text-soft">
            {makeVisible(texts.pollsText(poll.status_field_path, poll.completed_values.join(', ')))}
          </span>
        </Fact>
      ) : null}
      {audience === undefined ? null : (
        <Fact title={texts.audience}>
          <span className="exact text-small">{makeVisible(audience)}</span>
        </Fact>
      )}
      {scopes.length === 0 ? null : (
        <Fact title={texts.scopes}>
          <span className="exact text-small">{makeVisible(scopes.join(' '))}</span>
        </Fact>
      )}
    </Facts>
  );
}

function Body({ profile }: { readonly profile: Profile }) {
  const texts = useToolsTexts();
  const { body_template: template, body_argument: argument, content_type: type } = profile;
  if (template === undefined && argument === undefined) return null;
  return (
    <div className="grid gap-1">
      <h3 className="caption">
        {texts.body}
        {type === undefined ? '' : ` · ${makeVisible(type)}`}
      </h3>
      {template === undefined ? (
        <p>{texts.bodyIs(makeVisible(argument ?? ''))}</p>
      ) : (
        <ScrollBox label={texts.body} className="exact rounded-md border border-line bg-wash px-3 py-2 text-small">
          {template.split('\n').map(visibleLine).join('\n')}
        </ScrollBox>
      )}
    </div>
  );
}
