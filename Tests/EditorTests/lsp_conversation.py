"""Talks to `tollgate lsp` with pytest-lsp and lsprotocol, which validate every message.

    pip install pytest-lsp==1.0.1
    TOLLGATE=.build/debug/tollgate pytest Tests/EditorTests/lsp_conversation.py
"""

import os

import pytest
import pytest_lsp
from lsprotocol import types as lsp
from pytest_lsp import ClientServerConfig, LanguageClient

SHOP = """\
policy Shop
tiers free < pro "Pro"
product annual
  grants pro
  price 12 CNY per year
meter bills
series L1..L18 "Lessons"
feature csv-export
bills > 500 requires pro
L9..L14 requires pro
csv-export requires pro
"""


@pytest_lsp.fixture(
    config=ClientServerConfig(server_command=[os.environ.get("TOLLGATE", "tollgate"), "lsp"]),
)
async def client(lsp_client: LanguageClient):
    @lsp_client.feature("client/registerCapability")
    def register(params: lsp.RegistrationParams):
        return None

    @lsp_client.feature("workspace/inlayHint/refresh")
    def refresh(params):
        return None

    await lsp_client.initialize_session(
        lsp.InitializeParams(capabilities=pytest_lsp.client_capabilities("visual-studio-code"))
    )
    yield
    await lsp_client.shutdown_session()


def open_file(client, text, uri="file:///nowhere/shop.gate"):
    client.text_document_did_open(
        lsp.DidOpenTextDocumentParams(
            text_document=lsp.TextDocumentItem(uri=uri, language_id="gate", version=1, text=text)
        )
    )
    return lsp.TextDocumentIdentifier(uri=uri)


def at(line, character):
    return lsp.Position(line=line, character=character)


WHOLE = lsp.Range(start=lsp.Position(line=0, character=0), end=lsp.Position(line=99, character=0))


@pytest.mark.asyncio
async def test_diagnostics_and_actions(client: LanguageClient):
    document = open_file(client, "feature a\na requirs pro\n")
    await client.wait_for_notification("textDocument/publishDiagnostics")
    found = client.diagnostics[document.uri]
    assert [one.code for one in found] == ["TG0001"]
    actions = await client.text_document_code_action_async(
        lsp.CodeActionParams(
            text_document=document, range=found[0].range,
            context=lsp.CodeActionContext(diagnostics=found),
        )
    )
    edit = actions[0].edit.changes[document.uri][0]
    assert edit.new_text == "requires"


@pytest.mark.asyncio
async def test_names(client: LanguageClient):
    document = open_file(client, SHOP)
    where = dict(text_document=document, position=at(10, 20))
    hover = await client.text_document_hover_async(lsp.HoverParams(**where))
    assert "**pro**: an entitlement" in hover.contents.value
    place = await client.text_document_definition_async(lsp.DefinitionParams(**where))
    assert place.range.start == at(1, 13)
    references = await client.text_document_references_async(
        lsp.ReferenceParams(**where, context=lsp.ReferenceContext(include_declaration=True))
    )
    assert len(references) == 5
    highlights = await client.text_document_document_highlight_async(
        lsp.DocumentHighlightParams(**where)
    )
    assert len(highlights) == 5
    target = await client.text_document_prepare_rename_async(lsp.PrepareRenameParams(**where))
    assert target.placeholder == "pro"
    edit = await client.text_document_rename_async(lsp.RenameParams(**where, new_name="plus"))
    assert len(edit.changes[document.uri]) == 5


@pytest.mark.asyncio
async def test_completion(client: LanguageClient):
    document = open_file(client, SHOP)
    found = await client.text_document_completion_async(
        lsp.CompletionParams(text_document=document, position=at(10, 20))
    )
    pro = next(item for item in found.items if item.label == "pro")
    assert pro.detail == "Pro, tier 2, 12 CNY per year"
    resolved = await client.completion_item_resolve_async(pro)
    assert "an entitlement" in resolved.documentation.value


@pytest.mark.asyncio
async def test_shape(client: LanguageClient):
    document = open_file(client, SHOP)
    symbols = await client.text_document_document_symbol_async(
        lsp.DocumentSymbolParams(text_document=document)
    )
    assert [one.name for one in symbols][:3] == ["Shop", "free", "pro"]
    assert await client.workspace_symbol_async(lsp.WorkspaceSymbolParams(query="csv"))
    folds = await client.text_document_folding_range_async(
        lsp.FoldingRangeParams(text_document=document)
    )
    assert [(one.start_line, one.end_line) for one in folds] == [(2, 4)]
    selections = await client.text_document_selection_range_async(
        lsp.SelectionRangeParams(text_document=document, positions=[at(10, 20)])
    )
    assert selections[0].range.start == at(10, 20)
    assert selections[0].parent.range.start == at(10, 0)
    hints = await client.text_document_inlay_hint_async(
        lsp.InlayHintParams(text_document=document, range=WHOLE)
    )
    assert [one.label for one in hints] == [
        "from the 501st", "12 CNY per year", "6 lessons", "12 CNY per year", "12 CNY per year",
    ]
    tokens = await client.text_document_semantic_tokens_full_async(
        lsp.SemanticTokensParams(text_document=document)
    )
    assert len(tokens.data) % 5 == 0
    delta = await client.text_document_semantic_tokens_full_delta_async(
        lsp.SemanticTokensDeltaParams(text_document=document, previous_result_id=tokens.result_id)
    )
    assert list(delta.edits) == []
    lenses = await client.text_document_code_lens_async(lsp.CodeLensParams(text_document=document))
    assert lenses


@pytest.mark.asyncio
async def test_formatting(client: LanguageClient):
    document = open_file(client, "feature a\na   requires pro\n")
    options = lsp.FormattingOptions(tab_size=2, insert_spaces=True)
    edits = await client.text_document_formatting_async(
        lsp.DocumentFormattingParams(text_document=document, options=options)
    )
    assert [one.new_text for one in edits] == ["a requires pro\n"]
    edits = await client.text_document_range_formatting_async(
        lsp.DocumentRangeFormattingParams(text_document=document, range=WHOLE, options=options)
    )
    assert len(edits) == 1
    edits = await client.text_document_on_type_formatting_async(
        lsp.DocumentOnTypeFormattingParams(
            text_document=document, position=at(1, 0), ch="\n", options=options
        )
    )
    assert list(edits) == []


@pytest.mark.asyncio
async def test_commands(client: LanguageClient):
    document = open_file(client, SHOP + 'scenario "free"\n  expect csv-export denied\n')

    async def run(command, *arguments):
        return await client.workspace_execute_command_async(
            lsp.ExecuteCommandParams(command=command, arguments=[document.uri, *arguments])
        )

    result = await run("tollgate.run", 14)
    assert result["text"] == "the scenario “free” passes\n" and not result["isFailure"]
    assert (await run("tollgate.explain", "csv-export", {"schema": 1})).startswith("Locked")
    with pytest.raises(Exception, match="snapshot cannot be read"):
        await run("tollgate.explain", "csv-export", '{"schema": 1, "grants": [')
    assert (await run("tollgate.table")).startswith("<!")
    assert "<svg" in await run("tollgate.graph", "csv-export")
    with pytest.raises(Exception, match="git"):
        await run("tollgate.diff")
    told = await client.workspace_execute_command_async(
        lsp.ExecuteCommandParams(command="tollgate.describe", arguments=[document.uri])
    )
    assert told.startswith("# ")
