"""What an adapter is made of: the contract, the builder, and how plain JSON is read."""

from citebridge.adapter.blocks import ContentBlocks
from citebridge.adapter.builder import AnswerBuilder
from citebridge.adapter.capabilities import Capabilities
from citebridge.adapter.choices import Choices
from citebridge.adapter.contract import Asker, Parser, Reader, ReaderSpec, Replayer
from citebridge.adapter.dispatch import Dispatch, index_of
from citebridge.adapter.draft import Draft, Locators
from citebridge.adapter.fields import Record, members, number, record, records, string, whole
from citebridge.adapter.slot import Part, Slot

__all__ = [
    "AnswerBuilder",
    "Asker",
    "Capabilities",
    "Choices",
    "ContentBlocks",
    "Dispatch",
    "Draft",
    "Locators",
    "Parser",
    "Part",
    "Reader",
    "ReaderSpec",
    "Record",
    "Replayer",
    "Slot",
    "index_of",
    "members",
    "number",
    "record",
    "records",
    "string",
    "whole",
]
