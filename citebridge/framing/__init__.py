"""Framing: from bytes to the events of a stream."""

from citebridge.framing.frames import Frame, FrameStream, looks_like_frames
from citebridge.framing.lines import LineEnds
from citebridge.framing.sse import EventStream, ServerEvent

__all__ = ["EventStream", "Frame", "FrameStream", "LineEnds", "ServerEvent", "looks_like_frames"]
