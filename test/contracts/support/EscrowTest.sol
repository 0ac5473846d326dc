// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Strings} from "@openzeppelin/contracts/utils/Strings.sol";
import {ITaskEscrow} from "../../../contracts/ITaskEscrow.sol";
import {OperatorLedger} from "../../../contracts/OperatorLedger.sol";
import {TaskEscrow} from "../../../contracts/TaskEscrow.sol";
import {TaxToken} from "../../../contracts/TaxToken.sol";
import {Vm} from "./Vm.sol";

/// @title Base of the tests: deploys a token and an escrow, and has functions to call and check them
abstract contract EscrowTest {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    uint256 internal constant TAX = 1e18;
    uint256 internal constant FUNDER_KEY = 0xF0;
    uint256 internal constant LIMIT = 1_000_000 * TAX;
    uint256 internal constant NOW = 1_800_000_000;
    uint64 internal constant REFUNDABLE_AT = uint64(NOW + 37 days);

    address internal immutable funder = vm.addr(FUNDER_KEY);
    address internal constant owner = address(0x0A);
    address internal constant operator = address(0x0B);
    address internal constant guardian = address(0x0C);
    address internal constant stranger = address(0x0D);
    address internal constant doer = address(0xD0E1);
    address internal constant otherDoer = address(0xD0E2);

    TaxToken internal token;
    TaskEscrow internal escrow;

    function setUp() public virtual {
        vm.warp(NOW);
        token = TaxToken(deploy("TaxToken", abi.encode(funder, 1_000_000_000 * TAX)));
        escrow = newEscrow(address(token));
        vm.prank(funder);
        token.approve(address(escrow), type(uint256).max);
    }

    /// @dev Deploys the compiled artifact, so that the tests run against the code that is deployed.
    function deploy(string memory name, bytes memory parameters) internal returns (address deployed) {
        bytes memory code = bytes.concat(vm.getCode(name), parameters);
        assembly ("memory-safe") {
            deployed := create(0, add(code, 0x20), mload(code))
            if iszero(deployed) {
                returndatacopy(0, 0, returndatasize())
                revert(0, returndatasize())
            }
        }
    }

    function newEscrow(address token_) internal returns (TaskEscrow) {
        return TaskEscrow(deploy("TaskEscrow", abi.encode(token_, owner, operator, guardian, LIMIT)));
    }

    /// @param reward Whole TAX.
    function termsOf(uint96 reward, uint8 slots, bytes32 salt) internal view returns (ITaskEscrow.Terms memory) {
        return ITaskEscrow.Terms(funder, uint96(reward * TAX), slots, REFUNDABLE_AT, salt);
    }

    /// @dev Terms with 5 slots of 10 TAX.
    function someTerms() internal view returns (ITaskEscrow.Terms memory) {
        return termsOf(10, 5, "some task");
    }

    function idOf(ITaskEscrow.Terms memory terms) internal pure returns (bytes32) {
        return keccak256(abi.encode(terms.funder, terms.reward, terms.slots, terms.refundableAt, terms.salt));
    }

    function dataOf(ITaskEscrow.Terms memory terms) internal pure returns (bytes memory) {
        return abi.encode(terms.reward, terms.slots, terms.refundableAt, terms.salt);
    }

    function fund(ITaskEscrow.Terms memory terms) internal returns (bytes32) {
        vm.prank(terms.funder);
        escrow.fund(terms);
        return idOf(terms);
    }

    function release(bytes32 id, uint8 slot, address recipient) internal {
        vm.prank(operator);
        escrow.release(id, slot, recipient);
    }

    function close(ITaskEscrow.Terms memory terms) internal {
        vm.prank(operator);
        escrow.close(terms);
    }

    function pause() internal {
        vm.prank(guardian);
        escrow.pause();
    }

    function hold(bytes32 id, uint128 slots) internal {
        (bytes32[] memory ids, uint128[] memory bitmaps) = (new bytes32[](1), new uint128[](1));
        (ids[0], bitmaps[0]) = (id, slots);
        vm.prank(operator);
        escrow.hold(ids, bitmaps);
    }

    /// @dev Lets 48 hours pass after an announcement and applies the change.
    function applyLater(OperatorLedger.Setting setting) internal {
        vm.warp(block.timestamp + 48 hours);
        escrow.applyChange(setting);
    }

    function replaceOperator(address by) internal {
        vm.prank(owner);
        escrow.setOperator(by);
        applyLater(OperatorLedger.Setting.Operator);
    }

    function expectState(bytes32 id, uint8 paidCount, bool closed, uint128 paidBitmap) internal view {
        expectState(id, paidCount, closed, paidBitmap, 0);
    }

    function expectState(bytes32 id, uint8 paidCount, bool closed, uint128 paidBitmap, uint128 owedBitmap) internal view {
        (,, uint8 count, bool isClosed, uint128 bitmap, uint128 owed) = escrow.escrows(id);
        equal(owed, owedBitmap, "owedBitmap");
        equal(count, paidCount, "paidCount");
        require(isClosed == closed, closed ? "should be closed" : "should be open");
        equal(bitmap, paidBitmap, "paidBitmap");
    }

    function equal(uint256 actual, uint256 expected, string memory what) internal pure {
        if (actual == expected) return;
        revert(string.concat(what, " is ", Strings.toString(actual), ", not ", Strings.toString(expected)));
    }

    function equal(address actual, address expected, string memory what) internal pure {
        if (actual == expected) return;
        revert(string.concat(what, " is ", Strings.toHexString(actual), ", not ", Strings.toHexString(expected)));
    }

    function oneWord(bytes4 selector, uint256 word) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, word);
    }

    function oneWord(bytes4 selector, bytes32 word) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, word);
    }

    function oneWord(bytes4 selector, address word) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(selector, word);
    }
}

/// @title Base of the tests of an escrow that is funded with `someTerms()` before each test
abstract contract FundedEscrowTest is EscrowTest {
    bytes32 internal id;
    /// @dev The funder's balance after funding.
    uint256 internal before;

    function setUp() public virtual override {
        super.setUp();
        id = fund(someTerms());
        before = token.balanceOf(funder);
    }
}
