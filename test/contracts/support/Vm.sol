// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Cheatcodes of Hardhat's Solidity test runner that these tests use
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata revertData) external;
    function expectRevert() external;
    function expectEmit(address emitter) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory);
    function getCode(string calldata artifact) external view returns (bytes memory);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 privateKey) external pure returns (address);
    function snapshotState() external returns (uint256 id);
    function revertToStateAndDelete(uint256 id) external returns (bool done);
    function envOr(string calldata name, string calldata otherwise) external view returns (string memory);
    function envOr(string calldata name, uint256 otherwise) external view returns (uint256);
    function writeLine(string calldata path, string calldata line) external;
}
